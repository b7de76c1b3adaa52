import { showHidden } from '../../../shared/visible-text.ts';
import { nameField } from './comment-form.ts';
import { button, element } from './element.ts';
import type { Words } from './words.ts';

interface NameOptions {
  readonly words: Words;
  readonly author: string | undefined;
  /** Who wrote in the file last. */
  readonly last: string | undefined;
  readonly onName: (name: string | undefined) => void;
}

/** Who writes: as it is known, or with the question whether it is who wrote last. */
export const nameBar = ({ words, author, last, onName }: NameOptions): HTMLElement => {
  if (author !== undefined)
    return element(
      'p',
      { class: 'who' },
      element('bdi', {}, words.commentingAs(showHidden(author))),
      button(words.change, { onClick: () => onName(undefined) }),
    );
  const name = nameField();
  const form = element(
    'form',
    { class: 'who' },
    last === undefined
      ? undefined
      : button(words.iAm(showHidden(last)), { tone: 'default', onClick: () => onName(last) }),
    element('label', {}, words.yourName, name),
    element('button', { class: 'button', type: 'submit' }, words.setName),
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const said = name.value.trim();
    if (said !== '') onName(said);
  });
  return form;
};
