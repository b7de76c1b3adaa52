import {
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  type ComponentType,
  type RefObject,
} from 'react';
import type { Passage } from '../../../../../shared/session/editor.ts';
import type { FrameDocument } from '../../../../../shared/frame/frame-tree.ts';
import { frameTexts } from '../../../../shell/texts/frame-texts.ts';
import { documentClient } from '../../../protocol/document-client.ts';
import { blocksOf } from '../../../store/content-slice.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { useCan, usePage, useSelect, type Page } from '../../../ui/page.ts';
import { FrameFacts, LinkBar, PickButton, SwitchButtons } from './frame-bar.tsx';
import type { FrameChannel } from './frame-channel.ts';
import { marksIn, type Marked } from './frame-marks.ts';
import { FrameNotes } from './frame-notes.tsx';
import { frameViewer } from './frame-viewer.ts';
import { useFrame } from './use-frame.ts';

const DocumentPrintout = lazyPart(
  () => import('../print/document-printout.tsx'),
  ({ DocumentPrintout }) => DocumentPrintout,
  { isUnasked: true },
);

/** What the view of all documents has for this one. */
interface FrameViewProps {
  readonly Popover: ComponentType<{ passage: Passage; rectsOf: () => DOMRect[] | undefined }>;
  readonly refresh: (page: Page, isMade?: boolean) => Promise<void>;
}

/** What is in the frame, or why not. */
type Loaded =
  | { readonly kind: 'loading' }
  | { readonly kind: 'here'; readonly document: FrameDocument }
  | { readonly kind: 'failed'; readonly sentence: string };

/** An HTML document as it is, in a frame without origin, with its notes beside it. */
export const FrameView = (props: FrameViewProps) => {
  const version = useSelect((state) => state.content.document?.version);
  const file = useSelect((state) => state.content.file);
  return (
    <div className="frame-view">
      <LoadedFrame key={`${version} ${file}`} file={file} {...props} />
      <DocumentPrintout hasNotes={false} />
    </div>
  );
};

interface LoadedFrameProps extends FrameViewProps {
  /** Which one of many documents. */
  readonly file: string | undefined;
}

const LoadedFrame = ({ file, ...props }: LoadedFrameProps) => {
  const [loaded, setLoaded] = useState<Loaded>({ kind: 'loading' });
  useEffect(() => {
    const ending = new AbortController();
    const query = file === undefined ? {} : { file };
    void documentClient.call('getFrame', { query, signal: ending.signal }).then((answer) => {
      if (ending.signal.aborted) return;
      setLoaded(
        answer.kind === 'ok'
          ? { kind: 'here', document: answer.value }
          : { kind: 'failed', sentence: answer.sentence },
      );
    });
    return () => ending.abort();
  }, [file]);
  const words = frameTexts();
  switch (loaded.kind) {
    case 'loading':
      return <p role="status">{words.loading}</p>;
    case 'failed':
      return (
        <>
          <div className="frame-bar">
            <SwitchButtons />
          </div>
          <p role="alert">{words.failed(loaded.sentence)}</p>
        </>
      );
    case 'here':
      return <OpenFrame document={loaded.document} {...props} />;
  }
};

interface OpenFrameProps extends FrameViewProps {
  readonly document: FrameDocument;
}

const OpenFrame = ({ document, Popover, refresh }: OpenFrameProps) => {
  const key = useSelect((state) => state.content.document?.frame ?? '');
  const title = useSelect((state) => state.session.info?.title ?? '');
  const blocks = useSelect((state) => blocksOf(state.content));
  const canComment = useCan('comments') && document.isMapped;
  const element = useRef<HTMLIFrameElement>(null);
  const { said, channel, hasLeft, onLoad, isPicking, setPicking, dismissLink } = useFrame(
    document,
    element,
  );
  useViewer(channel, refresh);
  useMarks(document.isMapped ? channel : undefined);
  const words = frameTexts();
  const query = { quirks: document.quirks ? ('1' as const) : undefined };
  return (
    <>
      <div className="frame-bar">
        <FrameFacts document={document} said={said} />
        {canComment && <PickButton isOn={isPicking} onPick={setPicking} />}
        <SwitchButtons />
      </div>
      <div className="frame-row">
        {hasLeft ? (
          <p role="alert">{words.left}</p>
        ) : (
          <iframe
            ref={element}
            className="frame-page"
            title={words.frame(title)}
            sandbox="allow-scripts"
            referrerPolicy="no-referrer"
            src={documentClient.urlOf('getAsset', { params: { key, rest: '' }, query })}
            data-drawn={said.isDrawn}
            style={{ '--printed-height': `${Math.min(said.height, 200_000)}px` } as object}
            onLoad={onLoad}
          />
        )}
        <FrameNotes blocks={blocks} />
      </div>
      {said.link !== undefined && <LinkBar address={said.link} onDismiss={dismissLink} />}
      {canComment && <FramePopover Popover={Popover} frameRef={element} rect={said.rect} />}
    </>
  );
};

interface FramePopoverProps extends Pick<FrameViewProps, 'Popover'> {
  readonly frameRef: RefObject<HTMLIFrameElement | null>;
  /** In the frame's own viewport. */
  readonly rect: readonly [number, number, number, number] | undefined;
}

/** The actions for what is selected in the frame. */
const FramePopover = ({ Popover, frameRef, rect }: FramePopoverProps) => {
  const passage = useSelect((state) => state.selection.passage);
  const rectsOf = useCallback(() => {
    const bounds = frameRef.current?.getBoundingClientRect();
    if (rect === undefined || bounds === undefined) return undefined;
    const [left, top, right, bottom] = rect;
    return [new DOMRect(bounds.left + left, bounds.top + top, right - left, bottom - top)];
  }, [frameRef, rect]);
  return passage === undefined || rect === undefined ? null : (
    <Popover passage={passage} rectsOf={rectsOf} />
  );
};

/** Lets commands reach the frame. */
const useViewer = (channel: FrameChannel | undefined, refresh: FrameViewProps['refresh']): void => {
  const page = usePage();
  const blocks = useSelect((state) => blocksOf(state.content));
  useEffect(() => {
    if (channel === undefined) return undefined;
    const viewer = frameViewer({ page, blocks, send: channel.send, refresh });
    // Something may have led here before the frame was there.
    const { currentBlockId } = page.store.getState().selection;
    if (currentBlockId !== undefined && currentBlockId !== blocks[0]?.id)
      viewer.goToBlock?.(currentBlockId);
    return page.viewer.put(viewer);
  }, [page, blocks, channel, refresh]);
};

/** Keeps the marks in the frame as they are in the page. */
const useMarks = (channel: FrameChannel | undefined): void => {
  const blocks = useSelect((state) => blocksOf(state.content));
  const comments = useSelect((state) => state.comments);
  const findings = useSelect((state) => state.annotations.byBlock);
  const hits = useSelect((state) => state.search.hits);
  const query = useSelect((state) => state.search.query);
  const activeId = useSelect((state) => state.selection.activeId);
  // Typing in an editor changes no mark.
  const edited = useSelect((state) =>
    JSON.stringify(
      state.editors.flatMap(({ key, target }) =>
        target.kind === 'passage' ? [{ key, passage: target.passage }] : [],
      ),
    ),
  );
  const marks = useMemo(() => {
    const editors = JSON.parse(edited) as Marked['editors'];
    return marksIn({ comments, findings, hits, query, activeId, editors }, blocks);
  }, [blocks, comments, findings, hits, query, activeId, edited]);
  useEffect(() => {
    channel?.send({ type: 'marks', marks });
  }, [channel, marks]);
};
