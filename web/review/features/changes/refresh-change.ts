import type { Anchor } from '../../../../shared/placement/anchor.ts';
import { anchorLines, type LinePlace } from '../../../../shared/placement/anchor-lines.ts';
import { maxWork } from '../../../../shared/placement/place-approximately.ts';
import type { DiffAnswer } from '../../../../shared/session/content.ts';
import type { ScopeChoice } from '../../../../shared/session/scope.ts';
import type { Answer } from '../../../shell/api-client.ts';
import { freshnessTexts } from '../../../shell/texts/freshness-texts.ts';
import { scopeTexts } from '../../../shell/texts/scope-texts.ts';
import { alreadyMade, answerWithinMs, inSlices, refresh } from '../../protocol/refresh.ts';
import type { SessionClient } from '../../protocol/session-client.ts';
import { noticeOf } from '../../store/notices-slice.ts';
import type { Action } from '../../store/state.ts';
import type { Page } from '../../ui/page.ts';
import {
  anchoredComments,
  anchoredEditors,
  fileOf,
  isOnLines,
  quotesIn,
  type LineAnchors,
  type LineQuote,
} from './anchoring/line-quotes.ts';
import { originsOf } from './anchoring/origins.ts';
import { codeIn, linesIn, type LinesOf } from './anchoring/shown-lines.ts';
import { markPlaced } from './anchoring/watch-lines.ts';

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
  const before = store.getState().content.diff;
  const linesBefore = linesIn(page, before?.files ?? []);
  await readBefore(page, linesBefore);
  await refresh(page, {
    ...makeOf(client, choice),
    load: () => {
      page.colours.ask();
      const { whitespace } = store.getState().content;
      return client.call('getDiff', { query: { whitespace } });
    },
    show: async (diff) => {
      const anchors = await anchorsIn(page, { before, diff, linesBefore });
      const isOther = choice === 'made' ? diff.scope !== before?.scope : choice !== undefined;
      return shown(page, { diff, anchors, isOther });
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
const shown = (page: Page, { diff, anchors, isOther }: Shown): Action[] => {
  const state = page.store.getState();
  const comments = anchoredComments(state.comments, anchors);
  const editors = anchoredEditors(state.editors, anchors);
  markPlaced(page, { comments, editors });
  originsOf(page).keep(
    new Set([...comments.map(({ id }) => id), ...editors.map(({ key }) => key)]),
  );
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
  // Now, all of its places are in this version.
  if (state.draft.contentVersion === state.content.diff?.version)
    actions.push({ type: 'draft/read', contentVersion: diff.version });
  if (isOther && notCompared > 0) actions.push(noticeOf(scopeTexts().notCompared(notCompared)));
  else if (outdated > 0)
    actions.push(
      { type: 'panel/shown', tab: 'comments' },
      noticeOf(freshnessTexts().outdated(outdated)),
    );
  return actions;
};

interface Versions {
  readonly before: DiffAnswer | undefined;
  readonly diff: DiffAnswer;
  /** As it was, where that could be read while it was the newest. */
  readonly linesBefore: LinesOf;
}

/** Reads the lines of comments and editors of which it is not known where they come from. */
const readBefore = async (page: Page, linesOf: LinesOf): Promise<void> => {
  const origins = originsOf(page);
  for (const quote of quotesIn(page.store.getState()).values())
    if (origins.of(quote) === undefined) await linesOf(quote);
};

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

const anchorFinder = (page: Page, { before, diff, linesBefore }: Versions) => {
  const origins = originsOf(page);
  const linesNow = linesIn(page, diff.files);
  const budget = { steps: maxWork };
  return async (said: LineQuote): Promise<Anchor<LinePlace>> => {
    const { filePath, isOutdated, isApproximate, lineStart, lineEnd } = said;
    const origin = origins.of(said);
    const digest = fileOf(diff.files, filePath)?.digest;
    if (digest !== undefined && digest === origin?.digest)
      return { kind: 'exact', place: origin.place };
    const hasStayed =
      digest !== undefined && fileOf(before?.files ?? [], filePath)?.digest === digest;
    if (hasStayed && !isOutdated)
      return { kind: isApproximate ? 'approximate' : 'exact', place: { lineStart, lineEnd } };
    // Outdated lines are from a version that is gone.
    const lines = origin?.lines ?? (isOutdated ? undefined : await linesBefore(said));
    const known = { ...said, ...origin?.place };
    const quote = { ...known, code: said.code ?? codeIn(lines, known) };
    const after = await linesNow(quote);
    if (after === undefined) return { kind: 'unplaced', was: quote.code };
    return inSlices(anchorLines(quote, { before: lines, after }, budget));
  };
};
