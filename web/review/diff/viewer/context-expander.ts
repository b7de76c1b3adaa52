import { linesAtMost } from '../../../../shared/session/lines-at-most.ts';
import type { LinesAnswer } from '../../../../shared/session/side-lines.ts';
import { texts } from '../../../texts/texts.ts';
import type { FileContext } from '../patch/expand-patch.ts';
import { gapAbove, gapBelow, stepInto, type Gap } from '../patch/gaps.ts';
import type { DiffViewProps } from '../types.ts';
import { withPatch, type FileState } from './file-state.ts';

/** Which lines to show: of the gap above a hunk, named by its first new line, or of the one below the last. */
export interface ExpandStep {
  readonly above: number | 'end';
  readonly step: 'down' | 'up' | 'all';
}

interface ContextExpanderOptions {
  readonly loadPatch: DiffViewProps['loadPatch'];
  readonly loadLines: DiffViewProps['loadLines'];
  readonly onTrouble: DiffViewProps['onTrouble'];
  readonly state: (fileId: string) => FileState | undefined;
  readonly change: (fileId: string, change: (state: FileState) => FileState) => void;
}

/**
 * Shows what a patch leaves out. Neither patches nor contents are kept for that: the patch comes once more with the
 * lines, and only files that were expanded hold what they show.
 */
export class ContextExpander {
  readonly #options: ContextExpanderOptions;
  readonly #abort = new AbortController();

  constructor(options: ContextExpanderOptions) {
    this.#options = options;
  }

  dispose(): void {
    this.#abort.abort();
  }

  /** Shows a part of a gap. */
  async expand(fileId: string, { above, step }: ExpandStep): Promise<void> {
    const state = this.#options.state(fileId);
    if (state === undefined || state.model.kind !== 'code') return;
    const { diff } = state.model;
    const gap = above === 'end' ? gapBelow(diff, state.context?.end) : gapAbove(diff, above);
    if (gap !== undefined) await this.#show(fileId, stepInto(gap, step));
  }

  /** Shows the whole file, or its changes alone. */
  async setWhole(fileId: string, isWhole: boolean): Promise<void> {
    if (isWhole) await this.#show(fileId, { from: 1, to: linesAtMost });
    else await this.#run(fileId, () => Promise.resolve(undefined));
  }

  #show(fileId: string, range: Required<Gap>): Promise<void> {
    return this.#run(fileId, async (signal) => {
      const answer = await this.#options.loadLines(fileId, range, signal);
      const before = this.#options.state(fileId)?.context;
      return withLines(before, range.from, answer);
    });
  }

  async #run(
    fileId: string,
    load: (signal: AbortSignal) => Promise<FileContext | undefined>,
  ): Promise<void> {
    const { signal } = this.#abort;
    try {
      const patch = this.#options.loadPatch(fileId, signal);
      // Whichever fails first is told; the other one must not fail unheard.
      const [text, context] = await Promise.all([patch, load(signal)]);
      if (!signal.aborted)
        this.#options.change(fileId, (state) => withPatch({ ...state, context }, text, context));
    } catch (error) {
      if (signal.aborted) return;
      const isSaid = error instanceof Error && error.message !== '';
      this.#options.onTrouble(isSaid ? error.message : texts().diff.patchNotLoaded);
    }
  }
}

/** What was known, and the lines that came. */
const withLines = (
  before: FileContext | undefined,
  from: number,
  { lines, total, endsWithNewline }: LinesAnswer,
): FileContext => {
  const known = new Map(before?.lines);
  for (const [index, line] of lines.entries()) known.set(from + index, line);
  return { lines: known, end: { total, endsWithNewline } };
};
