import { useCallback, useEffect, useState, type RefObject } from 'react';
import type { FrameRect, FromFrame } from '../../../../../shared/frame/frame-message.ts';
import type { FrameDocument } from '../../../../../shared/frame/frame-tree.ts';
import { toPassage } from '../../../store/comments/passage.ts';
import { blocksOf } from '../../../store/content-slice.ts';
import { usePage, useSelect, type Page } from '../../../ui/page.ts';
import { openChannel, type FrameChannel } from './frame-channel.ts';
import { pressKey } from './press-key.ts';

/** What the frame has said last. */
export interface Said {
  /** Where the selected text is. */
  readonly rect: FrameRect | undefined;
  readonly link: string | undefined;
  readonly hidden: number;
  readonly height: number;
  readonly isDrawn: boolean;
}

const nothing: Said = { rect: undefined, link: undefined, hidden: 0, height: 0, isDrawn: false };

/** The channel to a frame, once it has loaded, and what came through it. */
export const useFrame = (document: FrameDocument, element: RefObject<HTMLIFrameElement | null>) => {
  const page = usePage();
  const [channel, setChannel] = useState<FrameChannel>();
  const [hasLeft, setHasLeft] = useState(false);
  const [said, setSaid] = useState(nothing);
  const [isPicking, setPicking] = useState(false);
  const hear = useCallback(
    (message: FromFrame): void => {
      switch (message.type) {
        case 'drawn': {
          const { height, hidden } = message;
          setSaid((before) => ({ ...before, height, hidden, isDrawn: true }));
          return;
        }
        case 'selection':
          setSaid((before) => ({ ...before, rect: message.rect }));
          if (select(page, message.ranges)) setPicking(false);
          return;
        case 'clicked':
          activate(page, message.ids);
          return;
        case 'key':
          pressKey(page, message, element.current);
          return;
        case 'link':
          setSaid((before) => ({ ...before, link: message.address }));
      }
    },
    [page, element],
  );
  const onLoad = (): void => {
    const frame = element.current?.contentWindow;
    if (channel !== undefined || !frame) {
      // It is not our script any more that would answer.
      channel?.close();
      setHasLeft(true);
      return;
    }
    const opened = openChannel(frame, hear);
    opened.send({ type: 'document', document });
    setChannel(opened);
  };
  useEffect(() => () => channel?.close(), [channel]);
  useEffect(() => {
    channel?.send({ type: 'pick', isOn: isPicking });
  }, [channel, isPicking]);
  const isSelected = useSelect((state) => state.selection.passage !== undefined);
  useEffect(() => {
    if (!isSelected) channel?.send({ type: 'clear' });
  }, [channel, isSelected]);
  const dismissLink = (): void => setSaid((before) => ({ ...before, link: undefined }));
  return { said, channel, hasLeft, onLoad, isPicking, setPicking, dismissLink };
};

/** @returns whether something else is selected now */
const select = (
  { store }: Page,
  ranges: Extract<FromFrame, { type: 'selection' }>['ranges'],
): boolean => {
  const { content, selection } = store.getState();
  const blocks = blocksOf(content);
  const passage = toPassage(
    ranges.flatMap(([index, start, end]) => {
      const block = blocks[index];
      return block === undefined ? [] : [{ block, start, end: Math.min(end, block.text.length) }];
    }),
  );
  if (JSON.stringify(passage) === JSON.stringify(selection.passage)) return false;
  store.dispatch({ type: 'selection/passage', passage });
  return passage !== undefined;
};

/** Brings out the comment or finding whose mark was clicked. */
const activate = ({ store, viewer }: Page, [id]: readonly string[]): void => {
  const { comments, annotations } = store.getState();
  const finding = annotations.byId.get(id ?? '');
  if (finding === undefined && !comments.some((one) => one.id === id)) return;
  store.dispatch({ type: 'selection/active', id });
  if (finding !== undefined) viewer.current()?.reveal(finding);
};
