import { texts } from '../../../shell/texts/texts.ts';
import { usePage, useSelect } from '../../ui/page.ts';
import type { Preview } from './use-preview.ts';
import { commentsToSend } from './verdict.ts';

/** What is sent with the verdict. Nothing where that is all. */
export const GoesAlong = ({ preview }: { readonly preview: Preview }) => {
  const comments = useSelect((state) => commentsToSend(state).length);
  const findings = useSelect((state) => state.annotations.byId.size);
  const words = texts().decision;
  return (
    <>
      {comments > 0 && <p className="goes-along">{words.comments(comments)}</p>}
      {findings > 0 && (
        <FindingsSwitch
          count={findings}
          lines={preview?.kind === 'ok' ? preview.value.findingLines : undefined}
        />
      )}
    </>
  );
};

interface FindingsSwitchProps {
  readonly count: number;
  /** How many lines of the agent's text they are; undefined until that is known. */
  readonly lines: number | undefined;
}

/** Leaves the findings out of the agent's text; the decision itself keeps them. */
const FindingsSwitch = ({ count, lines }: FindingsSwitchProps) => {
  const { store } = usePage();
  const withFindings = useSelect(({ decision }) => decision.withFindings);
  const words = texts().decision;
  const isCondensed = withFindings && lines !== undefined && lines > 0 && lines < count;
  return (
    <label className="goes-along">
      <span>
        <span>{isCondensed ? words.findingsCondensed(count, lines) : words.findings(count)}</span>
        {!withFindings && <small>{words.findingsLeftOut}</small>}
      </span>
      <input
        type="checkbox"
        role="switch"
        className="switch"
        aria-label={words.findingsSwitch}
        checked={withFindings}
        onChange={({ currentTarget }) =>
          store.dispatch({ type: 'decision/withFindings', withFindings: currentTarget.checked })
        }
      />
    </label>
  );
};
