import { memo, useEffect, useMemo } from 'react';
import { findingsTexts } from '../../../shell/texts/findings-texts.ts';
import { isEnded } from '../../store/session-slice.ts';
import { usePage, useSelect } from '../../ui/page.ts';
import { nameOf } from '../../ui/path-parts.ts';
import { BehindFrame } from './behind-frame.tsx';
import { VirtualList } from '../../ui/list/virtual-list.tsx';
import type { FindingRow } from '../../store/findings/finding-rows.ts';
import { FindingsToolbar, storedGroup } from './findings-toolbar.tsx';
import { GroupHead, MessageHead, SideHead } from './list-heads.tsx';
import { listedRows } from '../../store/findings/ordered-findings.ts';
import type { Annotation } from '../../../../shared/annotations/annotation.ts';
import { showPath } from '../../../../shared/visible-text.ts';
import { linesOf } from '../../store/comments/comment-place.ts';
import { FindingLine } from '../../ui/findings/finding-line.tsx';
import './findings.css';

const heights = { side: 34, group: 30, message: 30, finding: 30 } as const;

export const FindingsList = () => (
  <BehindFrame>
    <List />
  </BehindFrame>
);

const List = () => {
  const { store } = usePage();
  const rows = useSelect(listedRows);
  const total = useSelect((state) => state.annotations.all.size);
  const activeId = useSelect((state) => state.selection.activeId);
  const activeKey = useMemo(() => keyOfRowWith(rows, activeId), [rows, activeId]);
  const { folded: _, unfolded: __, ...view } = useSelect((state) => state.panel.findings);
  useEffect(() => {
    const group = storedGroup();
    if (group !== undefined) store.dispatch({ type: 'panel/findings', change: { group } });
  }, [store]);
  const ended = useSelect(isEnded);
  if (total === 0)
    return (
      <p className="panel-empty">{ended ? findingsTexts().noneAtEnd : findingsTexts().none}</p>
    );
  return (
    <>
      <FindingsToolbar />
      {rows.length === 0 && <p className="panel-empty">{findingsTexts().noMatch}</p>}
      <VirtualList
        items={rows}
        keyOf={({ key }) => key}
        isAnchor={({ type }) => type === 'finding' || type === 'message'}
        heightOf={({ type }) => heights[type]}
        viewKey={JSON.stringify(view)}
        label={findingsTexts().list}
        activeKey={activeKey}
        render={(row) => <Row row={row} />}
      />
    </>
  );
};

/** The row of a finding, or of its collapsed message. */
const keyOfRowWith = (rows: readonly FindingRow[], id: string | undefined): string | undefined =>
  id === undefined
    ? undefined
    : rows.find(
        (row) =>
          row.key === id ||
          (row.type === 'message' &&
            !row.isUnfolded &&
            row.findings.some((finding) => finding.id === id)),
      )?.key;

const Row = memo(({ row }: { readonly row: FindingRow }) => {
  switch (row.type) {
    case 'side':
      return <SideHead row={row} />;
    case 'group':
      return <GroupHead row={row} />;
    case 'message':
      return <MessageHead row={row} />;
    case 'finding':
      return <ListedFinding finding={row.finding} isPlace={row.isPlace} />;
  }
});

interface ListedFindingProps {
  readonly finding: Annotation;
  /** Whether it is a place of the message above. */
  readonly isPlace: boolean;
}

/** A finding that links to its place in the content. */
const ListedFinding = ({ finding, isPlace }: ListedFindingProps) => {
  const page = usePage();
  const isBelowFile = useSelect((state) => state.panel.findings.group === 'place') && !isPlace;
  const reveal = () => {
    page.store.dispatch({ type: 'selection/active', id: finding.id });
    page.viewer.current()?.reveal(finding);
  };
  const place = placeOf(finding);
  return (
    <FindingLine
      finding={finding}
      isPlace={isPlace}
      lead={isPlace ? (place ?? findingsTexts().onWhole) : shortPlace(finding, isBelowFile)}
      onOpen={reveal}
    >
      {place !== undefined && (
        <button type="button" className="panel-place" onClick={reveal}>
          {place}
        </button>
      )}
    </FindingLine>
  );
};

/** The target as text: the quote, or file and lines. */
const placeOf = (finding: Annotation): string | undefined => {
  if (!('scope' in finding)) {
    const file = finding.filePath === undefined ? undefined : showPath(finding.filePath);
    const phrase = finding.type === 'GLOBAL_COMMENT' ? undefined : finding.originalText;
    return file === undefined || phrase === undefined ? (file ?? phrase) : `${file}: ${phrase}`;
  }
  const { filePath, lineStart, lineEnd } = finding;
  return filePath === undefined ? undefined : linesOf(showPath(filePath), lineStart, lineEnd);
};

/** The line below a file heading, otherwise file name and line. Documents have no short form. */
const shortPlace = (finding: Annotation, isBelowFile: boolean): string | undefined => {
  if (!('scope' in finding)) return undefined;
  const { filePath = '', lineStart } = finding;
  if (isBelowFile) return lineStart === undefined ? undefined : String(lineStart);
  const name = nameOf(filePath);
  return name === '' ? undefined : linesOf(showPath(name), lineStart);
};
