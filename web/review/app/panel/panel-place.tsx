import type { CSSProperties, ReactNode } from 'react';
import { texts } from '../../../shell/texts/texts.ts';
import { useSelect } from '../../ui/page.ts';
import './side-panel.css';

/** The panel's container: over the right edge of the content, or beside it if pinned. */
export const PanelPlace = ({ children }: { readonly children?: ReactNode }) => {
  const { panelWidth, panelPinned } = useSelect((state) => state.settings);
  return (
    <aside
      className="side-panel"
      aria-label={texts().panel.label}
      data-pinned={panelPinned}
      style={{ '--panel-width': `${panelWidth}px` } as CSSProperties}
    >
      {children}
    </aside>
  );
};
