import { useEffect, useRef, useState } from 'react';
import { Button } from '../../shell/button.tsx';
import { Icon } from '../../shell/icon.tsx';
import { texts } from '../../shell/texts/texts.ts';
import { lazyPart } from '../ui/lazy-part.tsx';

const MoreMenu = lazyPart(
  () => import('./more-menu.tsx'),
  ({ MoreMenu }) => MoreMenu,
);

/** Opens the menu of what has no button of its own. */
export const MoreButton = () => {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  // It must be there when the server no longer is.
  useEffect(() => {
    void MoreMenu.preloadBehind();
  }, []);
  return (
    <>
      <Button
        ref={button}
        tone="plain"
        icon={<Icon name="more" />}
        label={texts().topBar.more}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      />
      {isOpen && <MoreMenu anchor={button} onClose={() => setOpen(false)} />}
    </>
  );
};
