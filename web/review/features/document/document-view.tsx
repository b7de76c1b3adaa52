import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type MouseEvent,
} from 'react';
import type { DocumentComment } from '../../../../shared/annotations/comment.ts';
import type { Block } from '../../../../shared/placement/blocks.ts';
import { blockOf, isOnSeveral, rangesOf } from '../../store/comments/passage.ts';
import { blocksOf } from '../../store/content-slice.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { useCan, usePage, useSelect, type FilePlace, type Page } from '../../ui/page.ts';
import { commentMarks, MarkPainter } from './block-marks.ts';
import { RoundPlace, useLaterRound } from '../../ui/rounds/round-line.tsx';
import { BlockView, BlockNotes } from './block-view.tsx';
import { blockWithAnchor } from './html/block-html.ts';
import { documentViewer, fetchExtending, refreshDocument, watchDraft } from './document-viewer.ts';
import { sanitize } from './html/sanitize.ts';
import { hasFrame, isFrameShown } from './frame/frame-shown.ts';
import { usePointer } from './items/use-pointer.ts';
import { useKeptPlace } from './use-kept-place.ts';
import { useProgressive } from './use-progressive.ts';
import { useKeyboardAtStart, useScrollable } from './use-scroller.ts';
import { useSelection } from './use-selection.ts';
import './document.css';
import '../../../shell/document-text.css';
import './marks.css';

/** Preloaded after first paint, while the server is available. */
const BesideText = lazyPart(
  () => import('./document-parts.ts'),
  ({ BesideText }) => BesideText,
  { isUnasked: true },
);

/** The same for text that is selected elsewhere. */
const Popover = lazyPart(
  () => import('./document-parts.ts'),
  ({ Popover }) => Popover,
  { isUnasked: true },
);

const DocumentRound = lazyPart(
  () => import('./rounds/document-round.tsx'),
  ({ DocumentRound }) => DocumentRound,
);

/** Words and links that lead to files of the project. */
const Links = lazyPart(
  () => import('./links/links.tsx'),
  ({ Links }) => Links,
  { isUnasked: true },
);
const FilePane = lazyPart(
  () => import('./links/file-pane.tsx'),
  ({ FilePane }) => FilePane,
);

const none: readonly never[] = [];

/** Only HTML has a frame. */
const FrameView = lazyPart(
  () => import('./frame/html-frame.ts'),
  ({ FrameView }) => FrameView,
);
const FrameBar = lazyPart(
  () => import('./frame/html-frame.ts'),
  ({ FrameBar }) => FrameBar,
);

/** A plan or document. */
export const DocumentView = () => {
  const page = usePage();
  const isLaterRound = useLaterRound();
  const isInFrame = useSelect(isFrameShown);
  const isBeginning = useSelect(({ content }) => content.document === undefined);
  useEffect(() => watchDraft(page), [page]);
  if (isBeginning) return <Beginning />;
  return (
    <>
      {isLaterRound && (
        <RoundPlace>
          <DocumentRound />
        </RoundPlace>
      )}
      {isInFrame ? <FrameView Popover={Popover} refresh={refreshDocument} /> : <TextView />}
    </>
  );
};

/** The first blocks of a long document, to be read while the rest is prepared. */
const Beginning = () => {
  const blocks = useSelect(({ content }) => content.beginning);
  return (
    <div className="document" inert>
      {blocks.map(({ id, kind, html }) => (
        <div key={id} className="block" data-kind={kind}>
          <div className="block-gutter" />
          <div className="markdown" dangerouslySetInnerHTML={{ __html: sanitize(html) }} />
        </div>
      ))}
    </div>
  );
};

/** The text of a plan or document with its notes. */
const TextView = () => {
  const page = usePage();
  const root = useRef<HTMLDivElement>(null);
  const [painter] = useState(() => new MarkPainter());
  const blocks = useSelect((state) => blocksOf(state.content));
  const byId = useMemo(() => new Map(blocks.map((block) => [block.id, block])), [blocks]);
  const { count, showAll } = useProgressive(blocks.length);
  const files = useOpenedFiles();
  const canFollow = useCan('links');
  const isFramed = useSelect(hasFrame);
  const notShown = useSelect(({ content }) => content.notShown);
  useSelection(root, byId);
  useScrollable(root);
  usePointer(root);
  useKeyboardAtStart();
  useKeptPlace(root, blocks, showAll);
  useEffect(() => {
    void BlockNotes.preloadBehind();
    void BesideText.preloadBehind();
    void fetchExtending();
  }, []);
  // Not after the paint: keys may be pressed as soon as the text is seen.
  useLayoutEffect(
    () => page.viewer.put(documentViewer({ page, blocks, root, showAll, openPath: files.open })),
    [page, blocks, showAll, files.open],
  );
  if (notShown !== undefined)
    return (
      <div className="preparation" role="alert">
        <p>{notShown}</p>
      </div>
    );
  return (
    <>
      {isFramed && <FrameBar />}
      {/* Click delegation for links within the document, which are keyboard-accessible themselves. */}
      {/* oxlint-disable-next-line click-events-have-key-events, no-static-element-interactions */}
      <div className="document-place" onClick={(event) => followAnchor(event, byId, page)}>
        <div className="document" ref={root} data-is-long={blocks.length > 300}>
          <Blocks blocks={blocks.slice(0, count)} all={blocks} painter={painter} />
        </div>
      </div>
      <BesideText />
      {canFollow && count >= blocks.length && <Links root={root} blocks={blocks} />}
      {files.opened.length > 0 && <FilePane {...files} />}
    </>
  );
};

/** The files of the project that are shown beside the text, the last one on top. */
const useOpenedFiles = () => {
  const [opened, setOpened] = useState<readonly FilePlace[]>([]);
  const open = useCallback((place: FilePlace) => setOpened((before) => [...before, place]), []);
  return { opened, open, show: setOpened };
};

const followAnchor = (event: MouseEvent, blocks: ReadonlyMap<string, Block>, page: Page): void => {
  const link =
    event.target instanceof Element ? event.target.closest<HTMLElement>('a[href^="#"]') : null;
  if (link === null) return;
  event.preventDefault();
  const place = link.closest<HTMLElement>('[data-block]')?.dataset['block'] ?? '';
  const anchor = link.getAttribute('href')?.slice(1) ?? '';
  const file = blocks.get(place)?.file;
  if (anchor.startsWith('./')) {
    void import('./follow-link.ts').then(({ followLink }) => followLink(page, link, file));
    return;
  }
  const target = blockWithAnchor([...blocks.values()], anchor, file);
  if (target !== undefined) page.viewer.current()?.goToBlock?.(target.id);
};

interface BlocksProps {
  readonly blocks: readonly Block[];
  /** All blocks of the document, rendered or not. */
  readonly all: readonly Block[];
  readonly painter: MarkPainter;
}

const Blocks = ({ blocks, all, painter }: BlocksProps) => {
  const findings = useSelect((state) => state.annotations.byBlock);
  const openBlocks = useSelect((state) => state.selection.openBlocks);
  const currentBlockId = useSelect((state) => state.selection.currentBlockId);
  const activeId = useSelect((state) => state.selection.activeId);
  const changes = useSelect(({ panel: { round } }) =>
    round?.areChangesShown === true ? round.blocks : undefined,
  );
  const annotations = useAnnotations(all);
  const tabStop = currentBlockId ?? blocks[0]?.id;
  return blocks.map((block) => {
    const { id } = block;
    const own = findings.get(id) ?? none;
    const marks = annotations.marks.get(id) ?? none;
    const isActiveHere = [own, marks].some((items) => items.some((item) => item.id === activeId));
    return (
      <BlockView
        key={id}
        block={block}
        painter={painter}
        findings={own}
        comments={annotations.comments.get(id) ?? none}
        commentMarks={marks}
        editors={annotations.editors.get(id) ?? none}
        activeId={isActiveHere ? activeId : undefined}
        open={openBlocks.get(id)}
        isTabStop={id === tabStop}
        changes={changes?.get(id)}
      />
    );
  });
};

/** Comments and editors by block; the targets of editors are marked like comments. */
const useAnnotations = (blocks: readonly Block[]) => {
  const all = useSelect((state) => state.comments);
  const editors = useSelect((state) => state.editors);
  const findings = useSelect((state) => state.annotations.byBlock);
  const targets = editors.map(({ key }) => key).join(' ');
  const comments = useMemo(
    () => all.filter((comment): comment is DocumentComment => !('scope' in comment)),
    [all],
  );
  const long = useMemo(() => {
    const found = [...findings.values()].flat().filter(isOnSeveral);
    return found.length === 0 ? none : found;
  }, [findings]);
  const marks = useMemo(() => {
    const passages = editors.flatMap(({ key, target }) =>
      target.kind === 'passage'
        ? [
            {
              ...target.passage,
              id: key,
              type: 'COMMENT' as const,
              kind: 'must' as const,
              text: '',
            },
          ]
        : [],
    );
    return commentMarks([...comments, ...passages, ...long], blocks);
    // Typing in an editor does not move marks.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [comments, long, blocks, targets]);
  return useMemo(
    () => ({
      marks,
      comments: groupBy(comments, (comment) => blockOf(comment, blocks)),
      editors: groupBy(editors, ({ target }) =>
        target.kind === 'passage' ? rangesOf(target.passage, blocks)[0]?.block.id : undefined,
      ),
    }),
    [marks, comments, editors, blocks],
  );
};

const groupBy = <Item,>(
  items: readonly Item[],
  keyOf: (item: Item) => string | undefined,
): ReadonlyMap<string, readonly Item[]> => {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    if (key !== undefined) groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  return groups;
};
