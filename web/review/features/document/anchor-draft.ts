import type { QuotedPassage } from '../../../../shared/placement/anchor-passages.ts';
import type { Block } from '../../../../shared/placement/blocks.ts';
import { isLoaded, loadedBlocks, type ContentSlice } from '../../store/content-slice.ts';
import { rangesOf } from '../../store/comments/passage.ts';
import type { Page } from '../../ui/page.ts';
import { watchWords } from '../../ui/watch-words.ts';
import { anchorsOf, moveWords, passagesIn } from './anchor-words.ts';
import { watchEdits } from './edit/watch-edits.ts';

/** The blocks of documents that are not opened; none if one is gone, undefined if that is not known. */
type Unopened = ReadonlyMap<string, readonly Block[] | undefined>;

const watched = new WeakSet<Page>();

/**
 * A draft of an earlier session may be about another text: finds the new places of comments that are not where they say,
 * as they come and as documents are opened; of many documents, also in those that are not. What is found nowhere stays,
 * with its quote, and is marked. The same for unsaved edits. Each page is watched once, whichever of many documents it
 * shows.
 */
export const anchorDraft = (page: Page): void => {
  if (watched.has(page)) return;
  watched.add(page);
  const { store } = page;
  const unopenedFor = unopenedDocuments(page);
  let firstVersion: number | undefined;
  watchWords(page, {
    contentOf: ({ content }) => content.document,
    partsIn: passagesIn,
    look: async (unseen) => {
      const { content, draft } = store.getState();
      const version = content.document?.version;
      firstVersion ??= version;
      // In its own session, refreshing seeks what has no place, and only in what is new.
      const isFromElsewhere = version === firstVersion && draft.contentVersion === undefined;
      const unopened = await unopenedFor(unseen);
      const isHere = ({ file }: QuotedPassage): boolean =>
        file === undefined || isLoaded(content, file) || unopened.get(file) !== undefined;
      const after = [
        ...loadedBlocks(content),
        ...[...unopened.values()].flatMap((blocks = []) => blocks),
      ];
      const lost = unseen.filter(
        (passage) =>
          isHere(passage) &&
          (passage.isOutdated === true ? isFromElsewhere : rangesOf(passage, after).length === 0),
      );
      if (lost.length === 0) return;
      const anchors = await anchorsOf(lost, { before: [], after });
      if (store.getState().content.document === content.document)
        store.dispatch(...moveWords(store.getState(), anchors, after));
    },
  });
  watchEdits(page);
};

/** Reads documents that passages are in and that are not opened, once for each version. */
const unopenedDocuments = ({ store, client }: Pick<Page, 'store' | 'client'>) => {
  let known = new Map<string, readonly Block[]>();
  let knownVersion: number | undefined;

  const read = async (file: string, version: number | undefined) => {
    const answer = await client.call('getPlan', { query: { file } });
    if (answer.kind === 'refused' && answer.code === 'not_found') return [];
    return answer.kind === 'ok' && answer.value.version === version
      ? answer.value.blocks
      : undefined;
  };

  return async (passages: readonly QuotedPassage[]): Promise<Unopened> => {
    const { content } = store.getState();
    const version = content.document?.version;
    if (version !== knownVersion) known = new Map();
    knownVersion = version;
    for (const file of filesOf(passages, content)) {
      const blocks = known.get(file) ?? (await read(file, version));
      if (blocks !== undefined) known.set(file, blocks);
    }
    return new Map([...known].filter(([file]) => !isLoaded(content, file)));
  };
};

const filesOf = (passages: readonly QuotedPassage[], content: ContentSlice): ReadonlySet<string> =>
  new Set(
    passages.flatMap(({ file }) => (file === undefined || isLoaded(content, file) ? [] : [file])),
  );
