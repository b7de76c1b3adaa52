import { useEffect, useMemo } from 'react';
import { texts } from '../../../shell/texts/texts.ts';
import { isEnded } from '../../store/session-slice.ts';
import { usePage, useSelect } from '../../ui/page.ts';
import { BehindFrame } from './behind-frame.tsx';
import { VirtualList } from '../../ui/list/virtual-list.tsx';
import type { FindingRow } from '../../store/findings/finding-rows.ts';
import { FindingsToolbar } from './findings-toolbar.tsx';
import { keptGroup } from './kept-group.ts';
import { ListedFinding } from './listed-finding.tsx';
import { GroupHead, MessageHead, SideHead } from './list-heads.tsx';
import { listedRows } from '../../store/findings/ordered-findings.ts';
import './findings.css';

const heights = { side: 34, group: 30, message: 30, finding: 30 } as const;

/** All findings, in groups and by their place, or those that are asked for. */
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
    const group = keptGroup();
    if (group !== undefined) store.dispatch({ type: 'panel/findings', change: { group } });
  }, [store]);
  const ended = useSelect(isEnded);
  if (total === 0)
    return (
      <p className="panel-empty">{ended ? texts().findings.noneAtEnd : texts().findings.none}</p>
    );
  return (
    <>
      <FindingsToolbar />
      {rows.length === 0 && <p className="panel-empty">{texts().findings.noMatch}</p>}
      <VirtualList
        items={rows}
        keyOf={({ key }) => key}
        isAnchor={({ type }) => type === 'finding' || type === 'message'}
        heightOf={({ type }) => heights[type]}
        viewKey={JSON.stringify(view)}
        label={texts().findings.list}
        activeKey={activeKey}
        render={(row) => <Row row={row} />}
      />
    </>
  );
};

/** The row of a finding, or of the message that it is a place of. */
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

const Row = ({ row }: { readonly row: FindingRow }) => {
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
};
