import { maxLines } from '../../../../../shared/limits.ts';
import type { LinesAnswer } from '../../../../../shared/session/side-lines.ts';
import { diffTexts } from '../../../../shell/texts/diff-texts.ts';
import { noticeOf } from '../../../store/notices-slice.ts';
import type { Page } from '../../../ui/page.ts';
import type { FileContext } from '../patch/expand-hunks.ts';
import { gapAbove, gapBelow, stepInto, type Gap, linesToward } from './gaps.ts';
import { lastShownLine } from '../threads/fold-threads.ts';
import { withPatch, type FileState } from './file-state.ts';
import type { FileStates } from './file-states.ts';
import { loadPatch } from './patch-loader.ts';

/** Which lines to show: of the gap above a hunk, by the first new line of that hunk, or of the one below the last. */
export interface ExpandStep {
  readonly above: number | 'end';
  readonly step: 'down' | 'up' | 'all';
}

/**
 * Expands the context around hunks. To save memory, patches are not kept: the patch is loaded again with the lines, and
 * only expanded files hold context.
 */
export class ContextExpander {
  readonly #states: FileStates;
  readonly #page: Page;
  readonly #abort = new AbortController();
  /** Files whose context the user chose, or that were already expanded to comments. */
  readonly #decided = new Set<string>();

  constructor(states: FileStates, page: Page) {
    this.#states = states;
    this.#page = page;
  }

  dispose(): void {
    this.#abort.abort();
  }

  /** Shows a part of a gap. */
  async expand(fileId: string, { above, step }: ExpandStep): Promise<void> {
    const state = this.#states.get(fileId);
    if (state === undefined || state.model.kind !== 'code') return;
    this.#decided.add(fileId);
    const { diff } = state.model;
    const gap = above === 'end' ? gapBelow(diff, state.context?.end) : gapAbove(diff, above);
    if (gap !== undefined) await this.#show(fileId, stepInto(gap, step));
  }

  /**
   * Expands to commented lines outside the patch, once per file and only if the user has not expanded it. On failure
   * the comments stay at the file.
   */
  async expandToComments(fileId: string): Promise<void> {
    const state = this.#states.get(fileId);
    if (state?.model.kind !== 'code' || this.#decided.has(fileId)) return;
    const ranges = hiddenCommented(state);
    if (ranges.length === 0) return;
    this.#decided.add(fileId);
    const load = async (signal: AbortSignal) => {
      const answers: LinesAnswer[] = [];
      for (const range of ranges) answers.push(await this.#loadLines(fileId, range, signal));
      return answers.reduce<FileContext | undefined>(
        (context, answer, index) => withLines(context, ranges[index]?.from ?? 1, answer),
        this.#states.get(fileId)?.context,
      );
    };
    await this.#run(fileId, load).catch(() => undefined);
  }

  /** Shows the whole file or only its changes. */
  async setWhole(fileId: string, isWhole: boolean): Promise<void> {
    this.#decided.add(fileId);
    if (isWhole) await this.#show(fileId, { from: 1, to: maxLines });
    else await this.#runAsked(fileId, () => Promise.resolve(undefined));
  }

  #loadLines(id: string, range: Required<Gap>, signal: AbortSignal): Promise<LinesAnswer> {
    const query = { id, side: 'new', ...range } as const;
    return this.#page.client.load('getDiffLines', { query, signal });
  }

  #show(fileId: string, range: Required<Gap>): Promise<void> {
    return this.#runAsked(fileId, async (signal) => {
      const answer = await this.#loadLines(fileId, range, signal);
      const before = this.#states.get(fileId)?.context;
      return withLines(before, range.from, answer);
    });
  }

  /** Reports failures, since the user asked for it. */
  async #runAsked(fileId: string, load: LoadContext): Promise<void> {
    try {
      await this.#run(fileId, load);
    } catch (error) {
      if (this.#abort.signal.aborted) return;
      const isSaid = error instanceof Error && error.message !== '';
      const text = isSaid ? error.message : diffTexts().patchNotLoaded;
      this.#page.store.dispatch(noticeOf(text));
    }
  }

  async #run(fileId: string, load: LoadContext): Promise<void> {
    const { signal } = this.#abort;
    const patch = loadPatch(this.#page, fileId, signal);
    // Reports the first failure, and avoids an unhandled rejection of the other.
    const [text, context] = await Promise.all([patch, load(signal)]);
    if (!signal.aborted)
      this.#states.change(fileId, (state) => withPatch({ ...state, context }, text, context));
  }
}

type LoadContext = (signal: AbortSignal) => Promise<FileContext | undefined>;

/** The ranges that show each comment at its line; without those that are too large. */
const hiddenCommented = ({ file, canExpand, annotations }: FileState): Required<Gap>[] =>
  canExpand
    ? annotations.comments.flatMap(({ side = 'new', lineStart: start, lineEnd: end = start }) => {
        if (start === undefined || end === undefined) return [];
        if (lastShownLine(file.hunks, { side, start, end }) !== undefined) return [];
        const range = linesToward(file.hunks, { side, start, end });
        return range === undefined || range.to - range.from >= maxLines ? [] : [range];
      })
    : [];

/** Merges loaded lines into the known context. */
const withLines = (
  before: FileContext | undefined,
  from: number,
  { lines, total, endsWithNewline }: LinesAnswer,
): FileContext => {
  const known = new Map(before?.lines);
  for (const [index, line] of lines.entries()) known.set(from + index, line);
  return { lines: known, end: { total, endsWithNewline } };
};
