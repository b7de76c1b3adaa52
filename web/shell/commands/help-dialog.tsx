import { useRef } from 'react';
import { Button } from '../button.tsx';
import { DialogFrame } from '../dialog-frame.tsx';
import type { helpTexts } from '../texts/help-texts.ts';
import type { NamedCommand } from './command.ts';
import { KeyCaps } from './key-caps.tsx';

interface HelpDialogProps {
  /** Headings are shown if there are several. */
  readonly groups: readonly {
    readonly name?: string;
    readonly commands: readonly NamedCommand[];
  }[];
  /** Ids in the settings that match no command. */
  readonly unknownIds: readonly string[];
  readonly words: ReturnType<typeof helpTexts>;
  readonly onClose: () => void;
}

export const HelpDialog = ({ groups, unknownIds, words, onClose }: HelpDialogProps) => {
  const close = useRef<HTMLButtonElement>(null);
  return (
    <DialogFrame title={words.title} initialFocus={close} onDismiss={onClose}>
      <div className="help" tabIndex={0} role="group" aria-label={words.all}>
        {groups.map(({ name, commands }) => (
          <section key={name}>
            {name !== undefined && <h3>{name}</h3>}
            <dl>
              {commands
                .filter(({ keys }) => keys.length > 0)
                .map(({ id, title, keys }) => (
                  <div key={id} title={id}>
                    <dt>{title}</dt>
                    <dd>
                      <KeyCaps keys={keys} />
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
      {unknownIds.length > 0 && (
        <p className="dialog-note">{words.unknown(unknownIds.join(', '))}</p>
      )}
      <div className="dialog-actions">
        <Button ref={close} onClick={onClose}>
          {words.close}
        </Button>
      </div>
    </DialogFrame>
  );
};
