import { useEffect, useRef, useState } from 'react';
import { Button } from '../../common/button.tsx';
import { Icon } from '../../common/icon.tsx';
import { texts } from '../../texts/texts.ts';
import { countComments } from '../comments/comment-actions.ts';
import { lazyPart } from '../frame/lazy-part.tsx';
import { usePage, useSelect } from '../page.ts';
import { canDecide, chooseVerdict } from './decide.ts';
import { offersOf } from './offers.ts';
import './decision.css';

const DecisionMenu = lazyPart(
  () => import('./decision-menu.tsx'),
  ({ DecisionMenu }) => DecisionMenu,
);

const icons = { approve: 'approve', deny: 'deny', feedback: 'send' } as const;

/** What most likely comes next as one button, and every other way to end the review in a menu beside it. */
export const DecisionBar = () => {
  const page = usePage();
  const info = useSelect((state) => state.session.info);
  const count = useSelect(countComments);
  const isEnabled = useSelect(canDecide);
  const caret = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  // It must be there when the server no longer is.
  useEffect(() => {
    void DecisionMenu.preloadBehind();
  }, []);
  if (info === undefined) return null;
  const { primary } = offersOf(info, count);
  const { label, more } = texts().decisionBar;
  return (
    <div className="decision-bar" role="group" aria-label={label}>
      <Button
        tone={primary.tone}
        icon={<Icon name={icons[primary.verdict]} />}
        disabled={!isEnabled}
        onClick={() => chooseVerdict(page, primary.verdict)}
      >
        {primary.label}
      </Button>
      <Button
        ref={caret}
        tone={primary.tone}
        icon={<Icon name="caret" />}
        label={more}
        disabled={!isEnabled}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      />
      {isOpen && <DecisionMenu anchor={caret} onClose={() => setOpen(false)} />}
    </div>
  );
};
