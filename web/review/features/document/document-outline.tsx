import { useEffect, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react';
import type { Annotation } from '../../../../shared/annotations/annotation.ts';
import { FilterBox } from '../../../shell/filter-box.tsx';
import { formatNumber } from '../../../shell/texts/format.ts';
import { diffTexts } from '../../../shell/texts/diff-texts.ts';
import { texts } from '../../../shell/texts/texts.ts';
import { SeverityIcon, worstSeverity } from '../../ui/findings/severity-icon.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { useCan, usePage, useSelect } from '../../ui/page.ts';
import { blocksOf } from '../../store/content-slice.ts';
import {
  matchingEntries,
  outlineEntries,
  type OutlineEntry,
  groupBySection,
  sectionsOf,
} from './outline-entries.ts';
import './outline.css';

/** With more headings, there is a filter. */
const withoutFilter = 15;

/** Many documents are rare. */
const DocumentFolder = lazyPart(
  () => import('./documents/document-folder.tsx'),
  ({ DocumentFolder }) => DocumentFolder,
);

/** Few documents are edited. */
const UnsavedEdits = lazyPart(
  () => import('./edit/unsaved-edits.tsx'),
  ({ UnsavedEdits }) => UnsavedEdits,
);

/** The outline, or the tree of many documents with the outline of the one that is shown. */
export const Outline = () => {
  const isFolder = useCan('documents');
  const hasEdits = useSelect(({ draft }) => draft.edits.length > 0);
  return (
    <>
      {hasEdits && <UnsavedEdits />}
      {isFolder ? (
        <DocumentFolder>
          <Headings />
        </DocumentFolder>
      ) : (
        <Headings />
      )}
    </>
  );
};

/** The document's headings with counts; the current one is highlighted. */
const Headings = () => {
  const page = usePage();
  const blocks = useSelect((state) => blocksOf(state.content));
  const entries = useMemo(() => outlineEntries(blocks), [blocks]);
  const { comments, findings } = useAnnotations(entries);
  const currentId = useCurrentHeading(entries);
  const [filter, setFilter] = useState('');
  const list = useRef<HTMLUListElement>(null);
  useInView(list, currentId);
  const hasFilter = entries.length > withoutFilter;
  const shown = hasFilter ? matchingEntries(entries, filter) : entries;
  const words = texts().document;
  const goTo = (blockId: string) => page.viewer.current()?.goToBlock?.(blockId);
  if (entries.length === 0) return <p className="panel-empty">{words.noHeadings}</p>;
  return (
    <>
      {hasFilter && (
        <div className="outline-filter">
          <FilterBox
            label={words.filterHeadings}
            value={filter}
            onChange={setFilter}
            onLeave={() => list.current?.querySelector('button')?.focus()}
            onEnter={() => {
              const [first] = shown;
              if (first !== undefined) goTo(first.blockId);
            }}
          />
        </div>
      )}
      {shown.length === 0 && <p className="panel-empty">{words.noHeadingMatches}</p>}
      <ul className="outline" ref={list}>
        {shown.map(({ blockId, text, depth, isFile }) => (
          <li key={blockId}>
            <button
              type="button"
              data-depth={Math.min(depth, 4)}
              data-file={isFile}
              aria-current={blockId === currentId ? 'location' : undefined}
              onClick={() => goTo(blockId)}
            >
              <span className="outline-text">{text}</span>
              <Badge kind="comment" count={comments.get(blockId)?.length} />
              <FindingBadge findings={findings.get(blockId)} />
            </button>
          </li>
        ))}
      </ul>
    </>
  );
};

interface BadgeProps {
  readonly kind: 'comment' | 'finding';
  readonly count: number | undefined;
  readonly children?: ReactNode;
}

/** A count with a label for screen readers. */
const Badge = ({ kind, count, children }: BadgeProps) => {
  if (count === undefined) return null;
  const { commentsAfterCount, findingsAfterCount } = diffTexts();
  return (
    <span className="outline-badge" data-kind={kind}>
      {children}
      {formatNumber(count)}
      <span className="visually-hidden">
        {(kind === 'comment' ? commentsAfterCount : findingsAfterCount)(count)}
      </span>
    </span>
  );
};

const FindingBadge = ({ findings }: { readonly findings: readonly Annotation[] | undefined }) => (
  <Badge kind="finding" count={findings?.length}>
    <SeverityIcon severity={worstSeverity(findings ?? [])} />
  </Badge>
);

const useAnnotations = (entries: readonly OutlineEntry[]) => {
  const blocks = useSelect((state) => blocksOf(state.content));
  const comments = useSelect((state) => state.comments);
  const findings = useSelect((state) => state.annotations.byId);
  const sections = useMemo(() => sectionsOf(blocks, entries), [blocks, entries]);
  return {
    comments: useMemo(() => groupBySection(comments, sections), [comments, sections]),
    findings: useMemo(() => groupBySection(findings.values(), sections), [findings, sections]),
  };
};

/** Scrolls the current heading to the middle when it leaves the viewport. */
const useInView = (list: RefObject<HTMLElement | null>, currentId: string | undefined): void =>
  useEffect(() => {
    const entry = list.current?.querySelector('[aria-current]');
    const scroller = list.current?.closest('.document-folder-outline, .side-navigation');
    if (!entry || !scroller) return;
    const { top, bottom, height } = entry.getBoundingClientRect();
    const view = scroller.getBoundingClientRect();
    if (top >= view.top && bottom <= view.bottom) return;
    scroller.scrollTop += top - view.top - (view.height - height) / 2;
    // Read from the DOM.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [list, currentId]);

const rowOf = (blockId: string): Element | null =>
  document.querySelector(`[data-block-row="${CSS.escape(blockId)}"]`);

/** A heading above this distance from the top counts as current, in pixels. */
const reachedPx = 140;

const useCurrentHeading = (entries: readonly OutlineEntry[]): string | undefined => {
  const [currentId, setCurrentId] = useState<string>();
  useEffect(() => {
    let frame = 0;
    const update = () => {
      frame = 0;
      setCurrentId(lastReached(entries));
    };
    const onScroll = () => {
      frame ||= requestAnimationFrame(update);
    };
    update();
    addEventListener('scroll', onScroll, { capture: true, passive: true });
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener('scroll', onScroll, { capture: true });
    };
  }, [entries]);
  return currentId;
};

/** Headings are in order, so a binary search finds the last one above the line. */
const lastReached = (entries: readonly OutlineEntry[]): string | undefined => {
  let low = 0;
  let high = entries.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const top = rowOf(entries[middle]?.blockId ?? '')?.getBoundingClientRect().top ?? Infinity;
    if (top <= reachedPx) low = middle + 1;
    else high = middle;
  }
  return entries[Math.max(0, low - 1)]?.blockId;
};
