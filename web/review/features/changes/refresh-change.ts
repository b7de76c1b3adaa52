import type { Comment, ReviewComment } from '../../../../shared/annotations/comment.ts';
import type { Anchor, NumberedTexts } from '../../../../shared/placement/anchor.ts';
import {
  anchoredLines,
  anchorLines,
  findCode,
  quotedLines,
  type FileQuote,
  type LinePlace,
} from '../../../../shared/placement/anchor-lines.ts';
import type { FileLines } from '../../../../shared/patch/patch-lines.ts';
import type { ChangedFile } from '../../../../shared/placement/manifest.ts';
import { maxWork } from '../../../../shared/placement/place-approximately.ts';
import type { DiffAnswer } from '../../../../shared/session/content.ts';
import type { ScopeChoice } from '../../../../shared/session/scope.ts';
import type { Answer } from '../../../shell/api-client.ts';
import { freshnessTexts } from '../../../shell/texts/freshness-texts.ts';
import { alreadyMade, answerWithinMs, inSlices, refresh } from '../../protocol/refresh.ts';
import type { SessionClient } from '../../protocol/session-client.ts';
import type { Editor } from '../../store/editors-slice.ts';
import { noticeOf } from '../../store/notices-slice.ts';
import { can } from '../../store/session-slice.ts';
import type { Action, State } from '../../store/state.ts';
import type { Page } from '../../ui/page.ts';
import { loadPatchLines, wholeFiles, withWholeFile, type WholeFiles } from './files/file-texts.ts';
import { scopeTexts } from '../../../shell/texts/scope-texts.ts';

/**
 * Reloads the change from the work tree, or shows something else of its repository, and re-anchors comments and editors.
 * None is lost. @param choice `again` reloads it even if nothing is known to have changed; `made` shows what the server
 * has read already
 */
export const refreshChange = async (
  page: Page,
  choice?: ScopeChoice | 'again' | 'made',
): Promise<void> => {
  const { store, client } = page;
  const before = store.getState().content.diff?.files ?? [];
  const whole = wholeFiles(page);
  const known = await linesBefore(page, before, whole);
  await refresh(page, {
    ...makeOf(client, choice),
    load: () => {
      page.colours.ask();
      const { whitespace } = store.getState().content;
      return client.call('getDiff', { query: { whitespace } });
    },
    show: async (diff) => {
      const anchors = await anchorsIn(page, { before, diff, known, whole });
      return shown(store.getState(), { diff, anchors, isOther: choice !== undefined });
    },
  });
  // The hits refer to the previous files.
  const { query } = store.getState().search;
  if (query !== '') page.search.seek(query);
};

const makeOf = (
  client: SessionClient,
  choice: ScopeChoice | 'again' | 'made' | undefined,
): { make?: () => Promise<Answer<unknown>> } => {
  switch (choice) {
    case undefined:
      return {};
    case 'made':
      return { make: alreadyMade };
    case 'again':
      return { make: () => client.call('refresh', { body: {}, answerWithinMs }) };
    default:
      return { make: () => client.call('chooseScope', { body: choice, answerWithinMs }) };
  }
};

/** Shows or hides whitespace-only changes. Files, viewed marks and comments are not affected. */
export const toggleWhitespace = async ({
  store,
  client,
}: Pick<Page, 'store' | 'client'>): Promise<void> => {
  const whitespace = store.getState().content.whitespace === 'hide' ? 'show' : 'hide';
  const answer = await client.call('getDiff', { query: { whitespace } });
  if (answer.kind === 'ok')
    store.dispatch({ type: 'content/diff', diff: answer.value, whitespace });
  else store.dispatch(noticeOf(answer.sentence));
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
  const placed = [
    ...comments.filter(isOnLines),
    ...editors.flatMap(({ target }) => (target.kind === 'lines' ? [target.target] : [])),
  ];
  const was = state.content.diff?.files ?? [];
  const isLeftOut = ({ filePath = '' }: (typeof placed)[number]) =>
    fileOf(was, filePath) !== undefined && fileOf(diff.files, filePath) === undefined;
  const outdated = placed.filter(({ isOutdated }) => isOutdated).length;
  const notCompared = placed.filter((one) => one.isOutdated === true || isLeftOut(one)).length;
  const actions: Action[] = [
    { type: 'content/diff', diff, whitespace: state.content.whitespace },
    { type: 'comments/replaced', comments },
    { type: 'editors/replaced', editors },
  ];
  if (isOther && notCompared > 0) actions.push(noticeOf(scopeTexts().notCompared(notCompared)));
  else if (outdated > 0)
    actions.push(
      { type: 'panel/shown', tab: 'comments' },
      noticeOf(freshnessTexts().outdated(outdated)),
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
  whole: WholeFiles,
): Promise<ReadonlyMap<string, FileLines>> => {
  const known = new Map<string, FileLines>();
  for (const quote of quotesIn(store.getState()).values()) {
    const { filePath } = quote;
    const file = fileOf(files, filePath);
    if (file === undefined) await whole(quote);
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
  /** Files that are not in the change, as they were. */
  readonly whole: WholeFiles;
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

const anchorFinder = (page: Page, { before, diff, known, whole }: Versions) => {
  const { client, store } = page;
  const wholeNow = wholeFiles(page);
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
    const was = fileOf(before, filePath) === undefined ? await whole(said) : wasIn?.[side];
    const sidesWith = (after: NumberedTexts) => ({ before: isOutdated ? undefined : was, after });
    if (file === undefined) {
      const after = await wholeNow(said);
      if (after === undefined) return { kind: 'unplaced', was: quote.code };
      return inSlices(anchorLines(quote, sidesWith(after), budget));
    }
    const hasStayed = file.digest !== undefined && fileOf(before, filePath)?.digest === file.digest;
    if (hasStayed && !isOutdated)
      return { kind: isApproximate ? 'approximate' : 'exact', place: { lineStart, lineEnd } };
    const lines = await linesOf(file, quote);
    if (lines === undefined) return { kind: 'unplaced', was: quote.code };
    return inSlices(anchorLines(quote, sidesWith(lines[side]), budget));
  };
};
