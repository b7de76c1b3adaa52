import { Ellipsis } from 'lucide';
import { useRef, useState } from 'react';
import { Drawing } from '../../../../shell/icon.tsx';
import { showHidden } from '../../../../../shared/visible-text.ts';
import { texts } from '../../../../shell/texts/texts.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import type { FileActions } from './diff-view-props.ts';
import type { FileState } from './file-state.ts';

/** Preloaded after first paint, so that it is available when the server is gone. */
export const FileMenu = lazyPart(
  () => import('./file-menu.tsx'),
  ({ FileMenu }) => FileMenu,
);

interface FileMenuButtonProps {
  readonly state: FileState;
  readonly actions: FileActions;
}

/** Opens the menu of less frequent actions. */
export const FileMenuButton = ({ state, actions }: FileMenuButtonProps) => {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const label = texts().diff.moreOfFile(showHidden(state.file.path));
  return (
    <>
      <button
        ref={button}
        type="button"
        className="diff-button diff-button-sign"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-label={label}
        title={label}
        onClick={() => setOpen(!isOpen)}
      >
        <Drawing of={Ellipsis} />
      </button>
      {isOpen && (
        <FileMenu anchor={button} state={state} actions={actions} onClose={() => setOpen(false)} />
      )}
    </>
  );
};
