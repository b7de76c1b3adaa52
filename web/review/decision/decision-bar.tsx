import { Button } from '../../common/button.tsx';
import { Icon } from '../../common/icon.tsx';
import { countComments } from '../comments/comment-actions.ts';
import { usePage, useSelect } from '../page.ts';
import { canDecide, chooseClose, chooseVerdict } from './decide.ts';
import { offersOf, type Offer } from './offers.ts';
import './decision.css';

/** The buttons that end the review. */
export const DecisionBar = () => {
  const page = usePage();
  const info = useSelect((state) => state.session.info);
  const count = useSelect(countComments);
  const isEnabled = useSelect(canDecide);
  if (info === undefined) return null;
  const { primary, secondary } = offersOf(info, count);
  return (
    <div className="decision-bar" role="toolbar" aria-label="Decision">
      <Button tone="plain" disabled={!isEnabled} onClick={() => chooseClose(page)}>
        Close
      </Button>
      <Button disabled={!isEnabled} onClick={() => chooseVerdict(page, secondary.verdict)}>
        {secondary.label}
      </Button>
      <PrimaryButton offer={primary} />
    </div>
  );
};

const icons = { approve: 'approve', deny: 'deny', feedback: 'send' } as const;

const PrimaryButton = ({ offer: { verdict, label, tone } }: { readonly offer: Offer }) => {
  const page = usePage();
  const isEnabled = useSelect(canDecide);
  return (
    <Button
      tone={tone}
      icon={<Icon name={icons[verdict]} />}
      disabled={!isEnabled}
      onClick={() => chooseVerdict(page, verdict)}
    >
      {label}
    </Button>
  );
};
