import type { Comment, DocumentComment } from '../../../../shared/annotations/comment.ts';
import {
  anchored,
  anchorPassages,
  type PassageAnchor,
  type QuotedPassage,
} from '../../../../shared/placement/anchor-passages.ts';
import type { Block } from '../../../../shared/placement/blocks.ts';
import { inSlices } from '../../protocol/refresh.ts';
import { placesOf } from '../../store/comments/passage.ts';
import type { Editor } from '../../store/editors-slice.ts';
import type { Action, State } from '../../store/state.ts';
import type { Page } from '../../ui/page.ts';

/** Where passages belong now. */
type Anchors = ReadonlyMap<QuotedPassage, PassageAnchor>;

interface Versions {
  readonly before: readonly Block[];
  readonly after: readonly Block[];
}

const isOnPassage = (comment: Comment): comment is DocumentComment =>
  !('scope' in comment) && comment.type !== 'GLOBAL_COMMENT';

/** The passages of comments and editors. */
export const passagesIn = ({
  comments,
  editors,
}: Pick<State, 'comments' | 'editors'>): QuotedPassage[] => [
  ...comments.filter(isOnPassage),
  ...editors.flatMap(({ target }) => (target.kind === 'passage' ? [target.passage] : [])),
];

/** Anchors passages in other content. */
export const anchorsOf = async (
  passages: readonly QuotedPassage[],
  versions: Versions,
): Promise<Anchors> => {
  const found = await inSlices(anchorPassages(passages, versions));
  return new Map(
    passages.flatMap((passage, index) => {
      const anchor = found[index];
      return anchor === undefined ? [] : [[passage, anchor] as const];
    }),
  );
};

interface LoadedVersions extends Versions {
  /** Whether one of many documents is loaded, so that its passages can be anchored. */
  readonly isHere: (file: string) => boolean;
}

/** Anchors all passages; repeats, since the user may add some meanwhile. */
export const anchorsIn = async (
  { store }: Pick<Page, 'store'>,
  { isHere, ...versions }: LoadedVersions,
): Promise<Anchors> => {
  const anchors = new Map<QuotedPassage, PassageAnchor>();
  for (;;) {
    const missing = passagesIn(store.getState()).filter(
      (passage) => !anchors.has(passage) && (passage.file === undefined || isHere(passage.file)),
    );
    if (missing.length === 0) return anchors;
    for (const [passage, anchor] of await anchorsOf(missing, versions))
      anchors.set(passage, anchor);
  }
};

/** Moves comments and editors to where they belong now. */
export const moveWords = (
  { comments, editors }: Pick<State, 'comments' | 'editors'>,
  anchors: Anchors,
  after: readonly Block[],
): Action[] => {
  const move = <Passage extends QuotedPassage>(passage: Passage): Passage => {
    const anchor = anchors.get(passage);
    return anchor === undefined ? passage : anchored(passage, anchor, after);
  };
  const moveComment = (comment: Comment): Comment => {
    if ('scope' in comment) return comment;
    const moved = move(comment);
    // What was lost keeps the section that it had.
    if (moved === comment || moved.isOutdated === true) return moved;
    const { section: _, ...rest } = moved;
    const section = placesOf(after).get(moved.blockId ?? '')?.section;
    return section === undefined ? rest : { ...rest, section };
  };
  const moveEditor = (editor: Editor): Editor => {
    const { target } = editor;
    return target.kind === 'passage'
      ? { ...editor, target: { ...target, passage: move(target.passage) } }
      : editor;
  };
  return [
    {
      type: 'comments/replaced',
      comments: comments.map(moveComment),
    },
    { type: 'editors/replaced', editors: editors.map(moveEditor) },
  ];
};
