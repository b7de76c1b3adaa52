import type { Comment, ReviewComment } from '../../../../shared/annotations/comment.ts';
import type { Anchor } from '../../../../shared/placement/anchor.ts';
import {
  anchoredLines,
  anchorLines,
  findCode,
  quotedLines,
  type FileQuote,
  type LinePlace,
} from '../../../../shared/placement/anchor-lines.ts';
import { linesOfPatch, type FileLines } from '../../../../shared/patch/patch-lines.ts';
import type { ChangedFile } from '../../../../shared/placement/manifest.ts';
import { maxWork } from '../../../../shared/placement/place-approximately.ts';
import type { DiffAnswer } from '../../../../shared/session/content.ts';
import type { ScopeChoice } from '../../../../shared/session/scope.ts';
import { maxLines } from '../../../../shared/session/max-lines.ts';
import { texts } from '../../../shell/texts/texts.ts';
import { answerWithinMs, inSlices, refresh } from '../../protocol/refresh.ts';
import type { SessionClient } from '../../protocol/session-client.ts';
import type { Editor } from '../../store/editors-slice.ts';
import { noticeOf } from '../../store/notices-slice.ts';
import { can } from '../../store/session-slice.ts';
import type { Action, State } from '../../store/state.ts';
import type { Page } from '../../ui/page.ts';

/**
 * Reloads the change from the work tree, or shows something else of its repository, and re-anchors comments and editors.
 * None is lost.
 */
export const refreshChange = async (page: Page, choice?: ScopeChoice): Promise<void> => {
  const { store, client } = page;
  const before = store.getState().content.diff?.files ?? [];
  const known = await linesBefore(page, before);
  await refresh(page, {
    ...(choice === undefined
      ? {}
      : { make: () => client.call('chooseScope', { body: choice, answerWithinMs }) }),
    load: () => {
      page.colours.ask();
      const { whitespace } = store.getState().content;
      return client.call('getDiff', { query: { whitespace } });
    },
    show: async (diff) => {
      const anchors = await anchorsIn(page, { before, diff, known });
      return shown(store.getState(), { diff, anchors, isOther: choice !== undefined });
    },
  });
  // The hits refer to the previous files.
  const { query } = store.getState().search;
  if (query !== '') page.search.seek(query);
};

interface Shown {
  readonly diff: DiffAnswer;
  readonly anchors: LineAnchors;
  /** Whether something else is compared than before. */
  readonly isOther: boolean;
}

/** The resulting actions, from the current state, since the user may have typed meanwhile. */
const shown = (state: State, { diff, anchors, isOther }: Shown): Action[] => {
  const comments = anchoredComments(state.comments, anchors);
  const editors = anchoredEditors(state.editors, anchors);
  const outdated =
    comments.filter((comment) => 'isOutdated' in comment).length +
    editors.filter(({ target }) => target.kind === 'lines' && target.target.isOutdated).length;
  const actions: Action[] = [
    { type: 'content/diff', diff, whitespace: state.content.whitespace },
    { type: 'comments/replaced', comments },
    { type: 'editors/replaced', editors },
  ];
  if (outdated > 0 && isOther) actions.push(noticeOf(texts().scope.notCompared(outdated)));
  else if (outdated > 0)
    actions.push(
      { type: 'panel/shown', tab: 'comments' },
      noticeOf(texts().freshness.outdated(outdated)),
    );
  return actions;
};

/** New positions of comments and editor targets. */
type LineAnchors = ReadonlyMap<object, Anchor<LinePlace>>;

const isOnLines = (comment: Comment): comment is ReviewComment =>
  'scope' in comment && comment.scope === 'line';

/** The quoted lines of all comments and open editors, by comment or target. */
export const quotesIn = ({
  comments,
  editors,
}: Pick<State, 'comments' | 'editors'>): ReadonlyMap<object, FileQuote> => {
  const quotes = new Map<object, FileQuote>();
  for (const comment of comments.filter(isOnLines)) {
    const quote = quotedLines(comment, comment.originalCode);
    if (quote !== undefined) quotes.set(comment, quote);
  }
  for (const { target } of editors) {
    if (target.kind !== 'lines') continue;
    const quote = quotedLines(target.target, target.originalCode || undefined);
    if (quote !== undefined) quotes.set(target, quote);
  }
  return quotes;
};

/** Moves comments to their new positions; unplaced ones are kept. */
export const anchoredComments = (comments: readonly Comment[], anchors: LineAnchors): Comment[] =>
  comments.map((comment) =>
    isOnLines(comment) ? anchoredLines(comment, anchors.get(comment)) : comment,
  );

/** The same for open editors. */
export const anchoredEditors = (editors: readonly Editor[], anchors: LineAnchors): Editor[] =>
  editors.map((editor) => {
    const { target } = editor;
    if (target.kind !== 'lines') return editor;
    const lines = anchoredLines(target.target, anchors.get(target));
    return { ...editor, target: { ...target, target: lines } };
  });

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

const codeIn = (
  lines: FileLines | undefined,
  { side, lineStart, lineEnd }: FileQuote,
): string | undefined => {
  const code: string[] = [];
  for (let line = lineStart; line <= lineEnd; line += 1) {
    const text = lines?.[side].get(line);
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

/** Reading a large file may take any time. */
const unlimited = (): AbortSignal => new AbortController().signal;

/** The lines in a file's patch; undefined if it is gone or too large. */
const loadPatchLines = (client: SessionClient, file: ChangedFile): Promise<FileLines | undefined> =>
  client
    .load('getFilePatch', { query: { id: file.id }, signal: unlimited() })
    .then(linesOfPatch, () => undefined);

/** Adds all lines of the new side, if available. */
const withWholeFile = async (
  client: SessionClient,
  { id, newBlob }: ChangedFile,
  lines: FileLines,
): Promise<FileLines> => {
  if (newBlob === undefined) return lines;
  const query = { id, side: 'new', from: 1, to: maxLines } as const;
  return client.load('getDiffLines', { query, signal: unlimited() }).then(
    (whole) => ({ ...lines, new: new Map(whole.lines.map((line, at) => [at + 1, line])) }),
    () => lines,
  );
};
