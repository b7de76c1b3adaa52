import { formatNumber } from '../../../shell/texts/format.ts';
import { dashboardTexts } from '../../../shell/texts/dashboard-texts.ts';
import { useSelect } from '../../ui/dashboard.ts';
import { rowStates } from '../../store/row.ts';

interface GroupHeadingProps {
  /** The project or the agent, in the words of others; or one of the states. */
  readonly group: string;
  readonly count: number;
  /** As a reader of the screen counts: the head is the first. */
  readonly rowIndex: number;
  /** Pixels below the head. */
  readonly top: number;
}

/** What the rows below it have in common, and how many they are. */
export const GroupHeading = ({ group, count, rowIndex, top }: GroupHeadingProps) => {
  const isState = useSelect((state) => state.view.grouping === 'state');
  const state = isState ? rowStates.find((known) => known === group) : undefined;
  return (
    <div
      className="grid-group"
      role="row"
      aria-rowindex={rowIndex}
      style={{ transform: `translateY(${top}px)` }}
    >
      <div role="gridcell">
        <h2>
          <bdi>{state === undefined ? group : dashboardTexts().states[state]}</bdi>
        </h2>
        <span className="grid-group-count">{formatNumber(count)}</span>
      </div>
    </div>
  );
};
