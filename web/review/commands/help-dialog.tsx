import { useRef } from 'react';
import { Button } from '../../common/button.tsx';
import { showKey } from '../../common/keys.ts';
import { isMac } from '../../common/platform.ts';
import { texts } from '../../texts/texts.ts';
import { DialogFrame } from '../frame/dialog-frame.tsx';
import { usePage, useSelect } from '../page.ts';
import { keysOf, titleOf, type Command } from './command.ts';
import { commandById, commands } from './command-list.ts';

const groups: readonly Command['group'][] = ['Decide', 'Comment', 'Move', 'View'];

/** All commands with their keys. */
export const HelpDialog = () => {
  const { store } = usePage();
  const keys = useSelect((state) => state.settings.keys);
  const words = texts().help;
  const unknown = Object.keys(keys).filter((id) => commandById(id) === undefined);
  const close = useRef<HTMLButtonElement>(null);
  return (
    <DialogFrame title={words.title} initialFocus={close}>
      <div className="help" tabIndex={0} role="group" aria-label={words.all}>
        {groups.map((group) => (
          <section key={group}>
            <h3>{texts().commands.groups[group]}</h3>
            <dl>
              {commands
                .filter((command) => command.group === group && keysOf(command, keys).length > 0)
                .map((command) => (
                  <div key={command.id} title={command.id}>
                    <dt>{titleOf(command)}</dt>
                    <dd>
                      {keysOf(command, keys).map((key) => (
                        <kbd key={key}>{showKey(key, isMac)}</kbd>
                      ))}
                    </dd>
                  </div>
                ))}
            </dl>
          </section>
        ))}
      </div>
      <p className="dialog-note">
        {words.change} <code>galley config set keys.ID KEY</code>; {words.changeNote}
      </p>
      {unknown.length > 0 && <p className="dialog-note">{words.unknown(unknown.join(', '))}</p>}
      <div className="dialog-actions">
        <Button
          ref={close}
          onClick={() => store.dispatch({ type: 'panel/dialog', dialog: undefined })}
        >
          {words.close}
        </Button>
      </div>
    </DialogFrame>
  );
};
