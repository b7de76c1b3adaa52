import type { Comment, DocumentComment } from '../../../../shared/annotations/comment.ts';
import {
  anchored,
  anchorPassages,
  type PassageAnchor,
  type QuotedPassage,
} from '../../../../shared/placement/anchor-passages.ts';
import type { Block } from '../../../../shared/placement/blocks.ts';
import type { PlanAnswer } from '../../../../shared/session/content.ts';
import type { Answer } from '../../../shell/api-client.ts';
import { inSlices, refresh } from '../../protocol/refresh.ts';
import type { Page } from '../../ui/page.ts';
import { loadedBlocks, type KeptByFile } from '../../store/content-slice.ts';
import type { State } from '../../store/state.ts';
import { openDocument } from './documents/open-document.ts';
import { sameBlock } from './use-kept-place.ts';

/** Reloads the document from disk and re-anchors comments and editors. None is lost. */
export const refreshDocument = async (page: Page): Promise<void> => {
  const fileNow = () => page.store.getState().content.file;
  const before = fileNow();
  let chosen: string | undefined;
  await reload(page, () => (chosen = fileNow()));
  // Another document was opened while this was read.
  if (chosen !== undefined && chosen !== before) await openDocument(page, chosen);
};

/** @param onShow called just before the new content is shown */
const reload = (page: Page, onShow: () => void): Promise<void> =>
  refresh(page, {
    load: () => loadOpened(page),
    show: async ({ document, kept }) => {
      const { content, selection } = page.store.getState();
      const before = loadedBlocks(content);
      const after = document.blocks;
      const anchors = await anchorsIn(page, { before, after });
      const move = <Passage extends QuotedPassage>(passage: Passage): Passage => {
        const anchor = anchors.get(passage);
        return anchor === undefined ? passage : anchored(passage, anchor, after);
      };
      const { comments, editors } = page.store.getState();
      const at = before.findIndex(({ id }) => id === selection.currentBlockId);
      const current = sameBlock(before, at, after);
      onShow();
      return [
        { type: 'content/document', document, kept },
        {
          type: 'comments/replaced',
          comments: comments.map((comment) => ('scope' in comment ? comment : move(comment))),
        },
        {
          type: 'editors/replaced',
          editors: editors.map((editor) => {
            const { target } = editor;
            return target.kind === 'passage'
              ? { ...editor, target: { ...target, passage: move(target.passage) } }
              : editor;
          }),
        },
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

const isOnPassage = (comment: Comment): comment is DocumentComment =>
  !('scope' in comment) && comment.type !== 'GLOBAL_COMMENT';

const passagesIn = ({ comments, editors }: State): QuotedPassage[] => [
  ...comments.filter(isOnPassage),
  ...editors.flatMap(({ target }) => (target.kind === 'passage' ? [target.passage] : [])),
];

/** Anchors all passages; repeats, since the user may add some meanwhile. */
const anchorsIn = async (
  { store }: Page,
  versions: { readonly before: readonly Block[]; readonly after: readonly Block[] },
): Promise<ReadonlyMap<QuotedPassage, PassageAnchor>> => {
  const anchors = new Map<QuotedPassage, PassageAnchor>();
  for (;;) {
    const missing = passagesIn(store.getState()).filter((passage) => !anchors.has(passage));
    if (missing.length === 0) return anchors;
    const found = await inSlices(anchorPassages(missing, versions));
    for (const [index, anchor] of found.entries()) {
      const passage = missing[index];
      if (passage !== undefined) anchors.set(passage, anchor);
    }
  }
};
