import type { PlanAnswer } from '../../../../shared/session/content.ts';
import type { Answer } from '../../../shell/api-client.ts';
import { alreadyMade, refresh } from '../../protocol/refresh.ts';
import type { Page } from '../../ui/page.ts';
import { loadedBlocks, type KeptByFile } from '../../store/content-slice.ts';
import { anchorsIn, moveWords } from './anchor-words.ts';
import { openDocument } from './documents/open-document.ts';
import { sameBlock } from './use-kept-place.ts';

/**
 * Reloads the document from disk and re-anchors comments and editors. None is lost.
 * @param isMade whether the server has read it again already
 */
export const refreshDocument = async (page: Page, isMade = false): Promise<void> => {
  const fileNow = () => page.store.getState().content.file;
  const before = fileNow();
  let chosen: string | undefined;
  await reload(page, { isMade, onShow: () => (chosen = fileNow()) });
  // Another document was opened while this was read.
  if (chosen !== undefined && chosen !== before) await openDocument(page, chosen);
};

interface Reload {
  readonly isMade: boolean;
  /** Called just before the new content is shown. */
  readonly onShow: () => void;
}

const reload = (page: Page, { isMade, onShow }: Reload): Promise<void> =>
  refresh(page, {
    ...(isMade ? { make: alreadyMade } : {}),
    load: () => loadOpened(page),
    show: async ({ document, kept }) => {
      const { content, selection } = page.store.getState();
      const before = loadedBlocks(content);
      const after = document.blocks;
      const hasMany = document.file !== undefined;
      const files = new Set([document.file, ...after.map((block) => block.file)]);
      // Those that are not loaded are anchored behind this.
      const isHere = (file: string) => !hasMany || files.has(file);
      const anchors = await anchorsIn(page, { before, after, isHere });
      const at = before.findIndex(({ id }) => id === selection.currentBlockId);
      const current = sameBlock(before, at, after);
      onShow();
      return [
        { type: 'content/document', document, kept },
        ...moveWords(page.store.getState(), anchors, after),
        { type: 'selection/passage', passage: undefined },
        { type: 'selection/pointed', place: undefined },
        ...(current === undefined
          ? []
          : [{ type: 'selection/currentBlock', blockId: current.id, item: undefined } as const]),
      ];
    },
  });

interface Opened {
  /** With the blocks of all that were opened. */
  readonly document: PlanAnswer;
  readonly kept: KeptByFile;
}

/** What is shown, or of many documents, those that were opened and are still there. */
const loadOpened = async ({ store, client }: Page): Promise<Answer<Opened>> => {
  const { content } = store.getState();
  if (content.file === undefined) return openedOf(await client.call('getPlan'));
  const shown = await client.call('getPlan', { query: { file: content.file } });
  const first = shown.kind === 'ok' ? shown : await client.call('getPlan');
  if (first.kind !== 'ok') return first;
  const blocks = [...first.value.blocks];
  const kept: Record<string, PlanAnswer['kept']> = {};
  for (const file of new Set(loadedBlocks(content).map((block) => block.file))) {
    if (file === undefined || file === first.value.file) continue;
    const other = await client.call('getPlan', { query: { file } });
    if (other.kind !== 'ok') continue;
    blocks.push(...other.value.blocks);
    kept[file] = other.value.kept;
  }
  return { ...first, value: { document: { ...first.value, blocks }, kept } };
};

const openedOf = (answer: Answer<PlanAnswer>): Answer<Opened> =>
  answer.kind === 'ok' ? { ...answer, value: { document: answer.value, kept: {} } } : answer;
