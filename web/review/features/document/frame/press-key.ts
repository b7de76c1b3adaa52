import type { FromFrame } from '../../../../../shared/frame/frame-message.ts';
import { isMac } from '../../../../shell/platform.ts';
import type { CommandId } from '../../../../shell/texts/command-texts.ts';
import { commandFor } from '../../../ui/command.ts';
import type { Page } from '../../../ui/page.ts';

/** Commands on the decision that only open its popover. */
const opening: ReadonlySet<CommandId> = new Set([
  'decide.primary',
  'decide.approve',
  'decide.feedback',
  'decide.deny',
] as const);

/**
 * A key that was pressed in the frame, as if beside it. If the document could make keys up, it still could not decide,
 * and none would count that did not come while the frame has the focus.
 */
export const pressKey = (
  page: Page,
  { key, code, modifiers }: Extract<FromFrame, { type: 'key' }>,
  frame: Element | null,
): void => {
  const held = Object.fromEntries(modifiers.map((name) => [name, true]));
  const event = new KeyboardEvent('keydown', {
    key,
    code,
    ...held,
    bubbles: true,
    cancelable: true,
  });
  if (document.activeElement !== frame) {
    // It was on its way while a command moved the focus into a text field.
    if (key.length === 1 && modifiers.every((name) => name === 'shiftKey')) typeInEditor(key);
    return;
  }
  const command = commandFor(page.commands, event, {
    state: page.store.getState(),
    isMac,
    isTyping: false,
    isRepeat: false,
  });
  if (command?.group === 'Decide' && !opening.has(command.id)) return;
  document.body.dispatchEvent(event);
};

const typeInEditor = (text: string): void => {
  if (document.activeElement?.matches('.comment-editor textarea, [role="dialog"] input') === true)
    document.execCommand('insertText', false, text);
};
