import type { Anchor } from '../../../../shared/placement/anchor.ts';
import {
  anchorLines,
  findCode,
  type FileQuote,
  type LinePlace,
} from '../../../../shared/placement/anchor-lines.ts';
import { maxWork } from '../../../../shared/placement/place-approximately.ts';
import type { ChangedFile } from '../../../../shared/placement/manifest.ts';
import type { DiffAnswer } from '../../../../shared/session/content.ts';
import { texts } from '../../../shell/texts/texts.ts';
import { inSlices, refresh } from '../../protocol/refresh.ts';
import type { Page } from '../../ui/page.ts';
import { can } from '../../store/session-slice.ts';
import type { Action, State } from '../../store/state.ts';
import { loadPatchLines, withWholeFile, type FileLines } from './file-lines.ts';
import { anchoredComments, anchoredEditors, quotesIn, type LineAnchors } from './quoted-lines.ts';
import { noticeOf } from '../../store/notices-slice.ts';

/** Reloads the change from the work tree and re-anchors comments and editors. None is lost. */
export const refreshChange = async (page: Page): Promise<void> => {
  const { store, client } = page;
  const before = store.getState().content.diff?.files ?? [];
  const known = await linesBefore(page, before);
  await refresh(page, {
    load: () => {
      page.colours.ask();
      return client.call('getDiff', {
        query: { whitespace: store.getState().content.whitespace },
      });
    },
    show: async (diff) => {
      const anchors = await anchorsIn(page, { before, diff, known });
      return shown(store.getState(), diff, anchors);
    },
  });
  // The hits refer to the previous files.
  const { query } = store.getState().search;
  if (query !== '') page.search.seek(query);
};

/** The resulting actions, from the current state, since the user may have typed meanwhile. */
const shown = (state: State, diff: DiffAnswer, anchors: LineAnchors): Action[] => {
  const comments = anchoredComments(state.comments, anchors);
  const editors = anchoredEditors(state.editors, anchors);
  const outdated =
    comments.filter((comment) => 'isOutdated' in comment).length +
    editors.filter(({ target }) => target.kind === 'lines' && target.target.isOutdated).length;
  const { whitespace } = state.content;
  return [
    { type: 'content/diff', diff, whitespace },
    { type: 'comments/replaced', comments },
    { type: 'editors/replaced', editors },
    ...(outdated === 0 ? [] : tellOf(outdated)),
  ];
};

const tellOf = (outdated: number): Action[] => [
  { type: 'panel/shown', tab: 'comments' },
  noticeOf(texts().freshness.outdated(outdated)),
];

const fileOf = (files: readonly ChangedFile[], filePath: string): ChangedFile | undefined =>
  files.find(({ path }) => path === filePath) ?? files.find(({ oldPath }) => oldPath === filePath);

/** Lines of files with annotations; available only while this version is the newest. */
const linesBefore = async (
  { store, client }: Page,
  files: readonly ChangedFile[],
): Promise<ReadonlyMap<string, FileLines>> => {
  const known = new Map<string, FileLines>();
  for (const { filePath } of quotesIn(store.getState()).values()) {
    const file = fileOf(files, filePath);
    if (file === undefined || known.has(filePath)) continue;
    const lines = await loadPatchLines(client, file);
    if (lines !== undefined) known.set(filePath, lines);
  }
  return known;
};

const codeIn = (lines: FileLines | undefined, quote: FileQuote): string | undefined => {
  const code: string[] = [];
  for (let line = quote.lineStart; line <= quote.lineEnd; line += 1) {
    const text = lines?.[quote.side].get(line);
    if (text === undefined) return undefined;
    code.push(text);
  }
  return code.join('\n');
};

interface Versions {
  readonly before: readonly ChangedFile[];
  readonly diff: DiffAnswer;
  readonly known: ReadonlyMap<string, FileLines>;
}

/** Finds the new positions of annotated lines; repeats, since the user may add some meanwhile. */
const anchorsIn = async (page: Page, versions: Versions): Promise<LineAnchors> => {
  const anchors = new Map<object, Anchor<LinePlace>>();
  const find = anchorFinder(page, versions);
  for (;;) {
    const missing = [...quotesIn(page.store.getState())].filter(([said]) => !anchors.has(said));
    if (missing.length === 0) return anchors;
    for (const [said, quote] of missing) anchors.set(said, await find(quote));
  }
};

const anchorFinder = ({ client, store }: Page, { before, diff, known }: Versions) => {
  const contents = new Map<string, FileLines>();
  const budget = { steps: maxWork };
  const hasContext = can(store.getState(), 'context');
  /** The lines of the patch or, if necessary, all lines of the new side. */
  const linesOf = async (file: ChangedFile, quote: FileQuote): Promise<FileLines | undefined> => {
    const { filePath, side } = quote;
    const lines = contents.get(filePath) ?? (await loadPatchLines(client, file));
    if (lines === undefined) return undefined;
    const needsWhole = hasContext && side === 'new' && findCode(lines.new, quote) === undefined;
    const known = needsWhole ? await withWholeFile(client, file, lines) : lines;
    contents.set(filePath, known);
    return known;
  };
  return async (said: FileQuote): Promise<Anchor<LinePlace>> => {
    const { filePath, side, isOutdated, isApproximate, lineStart, lineEnd } = said;
    const file = fileOf(diff.files, filePath);
    const wasIn = known.get(filePath);
    // Outdated lines are from a version that is gone.
    const quote = { ...said, code: said.code ?? (isOutdated ? undefined : codeIn(wasIn, said)) };
    if (file === undefined) return { kind: 'unplaced', was: quote.code };
    const hasStayed = file.digest !== undefined && fileOf(before, filePath)?.digest === file.digest;
    if (hasStayed && !isOutdated)
      return { kind: isApproximate ? 'approximate' : 'exact', place: { lineStart, lineEnd } };
    const lines = await linesOf(file, quote);
    if (lines === undefined) return { kind: 'unplaced', was: quote.code };
    const sides = { before: isOutdated ? undefined : wasIn?.[side], after: lines[side] };
    return inSlices(anchorLines(quote, sides, budget));
  };
};
