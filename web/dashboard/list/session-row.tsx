import { memo } from 'react';
import { Button } from '../../common/button.tsx';
import { Icon } from '../../common/icon.tsx';
import { formatAge, formatDateTime, formatNumber } from '../../texts/format.ts';
import { dashboardTexts } from '../../texts/dashboard-texts.ts';
import { askToClose } from '../commands/close-sessions.ts';
import { useDashboard, useSelect } from '../dashboard.ts';
import { isLost, stateOf, type Row } from '../store/row.ts';
import { sessionAddress } from './session-address.ts';

interface SessionRowProps {
  readonly row: Row;
  /** As a reader of the screen counts: the head is the first. */
  readonly rowIndex: number;
  readonly isTabbable: boolean;
  /** Pixels below the head. */
  readonly top: number;
  readonly nowMs: number;
}

/** One session. Its link and its button are for the pointer; the keyboard has the row itself. */
export const SessionRow = memo(({ row, rowIndex, isTabbable, top, nowMs }: SessionRowProps) => {
  const { session, end } = row;
  const { id, mode, project, origin, openedAt, counts } = session;
  const text = dashboardTexts();
  return (
    <div
      className="grid-row"
      role="row"
      aria-rowindex={rowIndex}
      data-id={id}
      data-state={stateOf(row)}
      tabIndex={isTabbable ? 0 : -1}
      style={{ transform: `translateY(${top}px)` }}
    >
      <div role="gridcell" data-column="mode">
        <span className="mode-tag">{text.modes[mode]}</span>
      </div>
      <div role="gridcell" data-column="title">
        <Title row={row} />
      </div>
      <div role="gridcell" data-column="project" title={`${project} · ${origin}`}>
        <bdi>{project}</bdi>
      </div>
      <div role="gridcell" data-column="age" title={formatDateTime(openedAt)}>
        {formatAge(nowMs - Date.parse(openedAt))}
      </div>
      <Count column="findings" count={counts.findings} />
      <Count column="comments" count={counts.comments} />
      <div role="gridcell" data-column="state" title={end?.death?.message}>
        <span className="state" data-state={isLost(row) ? 'lost' : stateOf(row)}>
          {stateText(row)}
        </span>
      </div>
      <div role="gridcell" data-column="actions">
        {end === undefined && <CloseButton row={row} />}
      </div>
    </div>
  );
});

const Title = ({ row: { session, end } }: { readonly row: Row }) => {
  const sessionsAt = useSelect((state) => state.sessions.sessionsAt);
  const { title } = session;
  if (end !== undefined)
    return (
      <span className="row-title" title={title}>
        <bdi>{title}</bdi>
      </span>
    );
  return (
    <a
      className="row-title"
      href={sessionAddress(session, sessionsAt)}
      target="_blank"
      rel="noopener noreferrer"
      tabIndex={-1}
      title={title}
    >
      <bdi>{title}</bdi>
    </a>
  );
};

const Count = ({
  column,
  count,
}: {
  readonly column: 'findings' | 'comments';
  readonly count: number;
}) => (
  <div role="gridcell" data-column={column} data-none={count === 0 ? '' : undefined}>
    {formatNumber(count)}
    <span className="count-name"> {dashboardTexts().columns[column]}</span>
  </div>
);

const stateText = (row: Row): string => {
  const { states, outcomes, deaths, endedUnheard } = dashboardTexts();
  const { end } = row;
  if (end === undefined) return states[stateOf(row)];
  if (end.outcome === undefined) return endedUnheard;
  const outcome = outcomes[end.outcome];
  return end.outcome === 'undecided' && end.death !== undefined
    ? `${outcome}: ${deaths[end.death.class]}`
    : outcome;
};

const CloseButton = ({ row: { session } }: { readonly row: Row }) => {
  const dashboard = useDashboard();
  return (
    <Button
      size="small"
      tone="plain"
      icon={<Icon name="close" size={14} />}
      label={dashboardTexts().closeOne(session.title)}
      tabIndex={-1}
      onClick={() => askToClose(dashboard, session.id)}
    />
  );
};
