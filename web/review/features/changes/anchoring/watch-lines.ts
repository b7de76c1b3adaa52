import type { Anchor } from '../../../../../shared/placement/anchor.ts';
import { anchorLines, type LinePlace } from '../../../../../shared/placement/anchor-lines.ts';
import { maxWork } from '../../../../../shared/placement/place-approximately.ts';
import { inSlices } from '../../../protocol/refresh.ts';
import type { Page } from '../../../ui/page.ts';
import { watchWords } from '../../../ui/watch-words.ts';
import { anchoredComments, anchoredEditors, quotesIn, type LineAnchors } from './line-quotes.ts';
import { originsOf } from './origins.ts';
import { isOnItsCode, linesIn } from './shown-lines.ts';

const watched = new WeakSet<Page>();

/**
 * Takes note of where comments and editors stand, to anchor them from there. Those that come from elsewhere, such as a
 * draft of an earlier session, may be about other code: what is not on its code is anchored by it, and marked if that
 * is not certain.
 */
export const watchLines = (page: Page): void => {
  if (watched.has(page)) return;
  watched.add(page);
  watchWords<object>(page, {
    contentOf: ({ content }) => content.diff,
    partsIn: (state) => [...quotesIn(state).keys()],
    look: (unseen) => look(page, new Set(unseen)),
  });
};

const look = async (page: Page, unseen: ReadonlySet<object>): Promise<void> => {
  const { store } = page;
  const { content, draft, ...state } = store.getState();
  const { diff } = content;
  if (diff === undefined) return;
  const origins = originsOf(page);
  const linesOf = linesIn(page, diff.files);
  const budget = { steps: maxWork };
  const anchors = new Map<object, Anchor<LinePlace>>();
  const isOfShown = draft.contentVersion === 0 || draft.contentVersion === diff.version;
  for (const [said, quote] of quotesIn(state)) {
    // Without its code, nothing can be told.
    if (!unseen.has(said) || quote.code === undefined) continue;
    const after = await linesOf(quote);
    if (store.getState().content.diff !== diff) return;
    if (after === undefined) continue;
    const isPlaced = isOfShown || origins.placed.has(said);
    const isMarked = quote.isOutdated || quote.isApproximate;
    // In its own session, refreshing seeks what has no certain place.
    const isLost = isMarked ? draft.contentVersion === undefined : !isOnItsCode(after, quote);
    if (!isPlaced && isLost)
      anchors.set(said, await inSlices(anchorLines(quote, { before: undefined, after }, budget)));
    else origins.note(quote, diff, after);
  }
  if (anchors.size > 0) move(page, anchors);
};

const move = (page: Page, anchors: LineAnchors): void => {
  const { comments, editors } = page.store.getState();
  const moved = {
    comments: anchoredComments(comments, anchors),
    editors: anchoredEditors(editors, anchors),
  };
  markPlaced(page, moved);
  page.store.dispatch(
    { type: 'comments/replaced', comments: moved.comments },
    { type: 'editors/replaced', editors: moved.editors },
  );
};

/** Those that were anchored in what is shown, or about to be. */
export const markPlaced = (page: Page, moved: Parameters<typeof quotesIn>[0]): void => {
  const { placed } = originsOf(page);
  for (const said of quotesIn(moved).keys()) placed.add(said);
};
