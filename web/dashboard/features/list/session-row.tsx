import { memo, useEffect, useState, type ComponentProps } from 'react';
import type { Held } from '../../../../shared/session/outcome.ts';
import { QuietButton } from '../../../shell/button.tsx';
import { Icon } from '../../../shell/icon.tsx';
import { MarkdownLine } from '../../../shell/markdown/markdown.tsx';
import { dashboardTexts } from '../../../shell/texts/dashboard-texts.ts';
import { formatAge, formatDateTime, formatNumber } from '../../../shell/texts/format.ts';
import { canOpen, isLost, stateOf, type Row } from '../../store/row.ts';
import { useDashboard, useSelect } from '../../ui/dashboard.ts';
import { roundOf } from '../../store/rounds.ts';
import { sessionAddress } from '../../ui/session-address.ts';
import { askToClose } from './close-sessions.ts';
import { areRoundsShown, earlierRounds, isEarlierRound, showRounds } from './show-rounds.ts';

interface SessionRowProps {
  readonly row: Row;
  /** 1-based; the header is row 1. */
  readonly rowIndex: number;
  readonly isTabbable: boolean;
  /** Pixels below the header. */
  readonly top: number;
  readonly nowMs: number;
}

/** A session. Its links and buttons are for the mouse; the row itself handles keys. */
export const SessionRow = memo(({ row, rowIndex, isTabbable, top, nowMs }: SessionRowProps) => {
  const { session } = row;
  const isEarlier = useSelect((state) => isEarlierRound(state, row));
  const held = heldOf(row);
  const { id, mode, project, origin, openedAt, counts } = session;
  const text = dashboardTexts();
  return (
    <div
      className="grid-row"
      role="row"
      aria-rowindex={rowIndex}
      data-id={id}
      data-state={stateOf(row)}
      data-earlier={isEarlier ? '' : undefined}
      tabIndex={isTabbable ? 0 : -1}
      style={{ transform: `translateY(${top}px)` }}
    >
      <div role="gridcell" data-column="state" title={titleOf(row)}>
        <span className="state" data-state={isLost(row) ? 'lost' : stateOf(row)}>
          <span className="state-text">
            {held === undefined ? stateText(row) : <HeldFor key={held.decidedAt} held={held} />}
          </span>
        </span>
      </div>
      <div role="gridcell" data-column="title">
        <Title row={row} />
        <Round row={row} />
      </div>
      <div role="gridcell" data-column="mode">
        {text.modes[mode]}
      </div>
      <div role="gridcell" data-column="project" title={project}>
        <bdi>{project}</bdi>
      </div>
      <div role="gridcell" data-column="agent" title={origin}>
        <bdi>{origin}</bdi>
      </div>
      <Count column="findings" count={counts.findings} />
      <Count column="comments" count={counts.comments} />
      <div role="gridcell" data-column="age" title={formatDateTime(openedAt)}>
        {formatAge(nowMs - Date.parse(openedAt))}
      </div>
      <div role="gridcell" data-column="actions">
        <Actions row={row} />
      </div>
    </div>
  );
});

/** A link for the mouse that opens the review in a new tab. */
const SessionLink = ({ row, ...rest }: ComponentProps<'a'> & { readonly row: Row }) => {
  const sessionsAt = useSelect((state) => state.sessions.sessionsAt);
  return (
    <a
      href={sessionAddress(row, sessionsAt)}
      target="_blank"
      rel="noopener noreferrer"
      tabIndex={-1}
      {...rest}
    />
  );
};

const Title = ({ row }: { readonly row: Row }) => {
  const { title } = row.session;
  const name = (
    <bdi>
      <MarkdownLine text={title} />
    </bdi>
  );
  return canOpen(row) ? (
    <SessionLink row={row} className="row-title" title={title}>
      {name}
    </SessionLink>
  ) : (
    <span className="row-title" title={title}>
      {name}
    </span>
  );
};

/** Which round it is; with earlier ones, a button for the mouse that shows them. */
const Round = ({ row }: { readonly row: Row }) => {
  const dashboard = useDashboard();
  const isExpanded = useSelect((state) => areRoundsShown(state, row));
  const isEarlier = useSelect((state) => isEarlierRound(state, row));
  const earlierCount = useSelect((state) => earlierRounds(state, row).length);
  const name = dashboardTexts().round(roundOf(row));
  if (earlierCount === 0)
    return isEarlier || roundOf(row) > 1 ? <span className="round">{name}</span> : null;
  return (
    <button
      type="button"
      className="round"
      tabIndex={-1}
      aria-expanded={isExpanded}
      title={dashboardTexts().earlierRounds(earlierCount, isExpanded)}
      onClick={() => showRounds(dashboard, row, !isExpanded)}
    >
      {name}
      <Icon name="caret" size={12} />
    </button>
  );
};

const Count = ({
  column,
  count,
}: {
  readonly column: 'findings' | 'comments';
  readonly count: number;
}) => {
  const { afterOne, columns } = dashboardTexts();
  return (
    <div role="gridcell" data-column={column} data-none={count === 0 ? '' : undefined}>
      {count > 0 && formatNumber(count)}
      <span className="count-name"> {(count === 1 ? afterOne : columns)[column]}</span>
    </div>
  );
};

const stateText = (row: Row): string => {
  const { states, outcomes, deaths } = dashboardTexts();
  const { end } = row;
  if (end === undefined) return states[stateOf(row)];
  const outcome = outcomes[row.session.mode][end.outcome];
  return end.outcome === 'undecided' ? `${outcome}: ${deaths[end.death.class]}` : outcome;
};

/** The decision, while it can be undone. */
const heldOf = ({ session, end }: Row) => (end === undefined ? session.held : undefined);

const titleOf = (row: Row): string | undefined => {
  const held = heldOf(row);
  const { outcomes, canUndo } = dashboardTexts();
  return held === undefined
    ? row.end?.death.message
    : canUndo(outcomes[row.session.mode][held.outcome]);
};

/** Row actions, shown on hover or focus. */
const Actions = ({ row }: { readonly row: Row }) => {
  const dashboard = useDashboard();
  const { open, openShort, closeOne } = dashboardTexts();
  const { id, title } = row.session;
  return (
    <>
      {canOpen(row) && (
        <SessionLink row={row} className="row-open" aria-label={open(title)}>
          {openShort}
        </SessionLink>
      )}
      {row.end === undefined && (
        <QuietButton
          icon={<Icon name="close" size={14} />}
          label={closeOne(title)}
          tabIndex={-1}
          onClick={() => askToClose(dashboard, id)}
        />
      )}
    </>
  );
};

/**
 * When undo expires, as a time of `performance.now`. This machine's clock may be off: if the remaining time is
 * implausible, assumes the full period.
 */
const endOf = ({ decidedAt, releaseAt }: Held): number => {
  const wholeMs = Date.parse(releaseAt) - Date.parse(decidedAt);
  const leftMs = Date.parse(releaseAt) - Date.now();
  return performance.now() + (leftMs > 0 && leftMs <= wholeMs ? leftMs : wholeMs);
};

/** Countdown of a decision that can be undone. */
const HeldFor = ({ held }: { readonly held: Held }) => {
  const [endMs] = useState(() => endOf(held));
  const [nowMs, setNowMs] = useState(() => performance.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(performance.now()), 250);
    return () => clearInterval(timer);
  }, []);
  return dashboardTexts().heldFor(Math.max(0, Math.ceil((endMs - nowMs) / 1000)));
};
