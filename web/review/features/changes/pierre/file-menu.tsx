import { Menu } from '@base-ui/react/menu';
import type { RefObject } from 'react';
import { copyText } from '../../../../shell/clipboard.ts';
import { KeyCaps } from '../../../../shell/commands/key-caps.tsx';
import { keysOf } from '../../../../shell/commands/custom-keys.ts';
import { MenuFrame } from '../../../../shell/menu-frame.tsx';
import { stagingTexts } from '../../../../shell/texts/staging-texts.ts';
import { diffTexts } from '../../../../shell/texts/diff-texts.ts';
import { useCan, useCommand, usePage, useSelect } from '../../../ui/page.ts';
import { actionsOn } from '../staging/staging-parts.ts';
import type { DiffViewer } from './diff-viewer.ts';
import type { FileState } from './file-state.ts';
import { noticeOf } from '../../../store/notices-slice.ts';

export interface FileMenuProps {
  readonly anchor: RefObject<HTMLElement | null>;
  readonly state: FileState;
  readonly viewer: DiffViewer;
  readonly onClose: () => void;
}

/** Less frequent actions on a file. */
export const FileMenu = ({
  anchor,
  state: { file, canExpand, context },
  viewer,
  onClose,
}: FileMenuProps) => {
  const { store } = usePage();
  const staging = useSelect(({ content }) => content.diff?.staging);
  const canStage = useCan('staging') && actionsOn(file, staging).length > 0;
  const { copyPath, pathCopied, pathNotCopied, context: words } = diffTexts();
  const isWhole = context !== undefined;
  const copy = async () => {
    const text = (await copyText(file.path)) ? pathCopied : pathNotCopied;
    store.dispatch(noticeOf(text));
  };
  return (
    <MenuFrame anchor={anchor} onClose={onClose}>
      {canExpand && (
        <Menu.Item className="menu-item" onClick={() => void viewer.setWhole(file.id, !isWhole)}>
          <span>{isWhole ? words.changesOnly : words.whole}</span>
          <WholeKey />
        </Menu.Item>
      )}
      {canStage && (
        <Menu.Item
          className="menu-item"
          onClick={() =>
            store.dispatch(
              { type: 'selection/currentFile', fileId: file.id },
              { type: 'panel/dialog', dialog: 'staging' },
            )
          }
        >
          <span>{stagingTexts().menu}</span>
        </Menu.Item>
      )}
      <Menu.Item className="menu-item" onClick={() => void copy()}>
        <span>{copyPath}</span>
      </Menu.Item>
    </MenuFrame>
  );
};

const WholeKey = () => {
  const own = useSelect(({ settings }) => settings.keys);
  const command = useCommand('file.whole');
  return command === undefined ? null : <KeyCaps keys={keysOf(command, own)} />;
};
