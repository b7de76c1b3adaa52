import { commentKinds, type CommentKind } from '../../../shared/annotations/comment-kinds.ts';
import { spellHidden } from '../../../shared/visible-text.ts';
import type { Written } from '../store/file-state.ts';
import { button, element } from './element.ts';
import type { Words } from './words.ts';

interface FormOptions {
  readonly words: Words;
  /** What it is about, to be read again. */
  readonly quote: string | undefined;
  readonly before: Written | undefined;
  /** Whether whoever writes must say who they are. */
  readonly asksName: boolean;
  readonly onSave: (written: Written, name: string | undefined) => void;
  readonly onCancel: () => void;
}

const maxTextLength = 65_536;
const maxNameLength = 200;

/** The form of a comment. Ctrl+Enter saves, Escape closes it unless something would be lost. */
export const commentForm = (options: FormOptions): HTMLFormElement => {
  const { words, quote, before, asksName, onSave, onCancel } = options;
  const text = element('textarea', {
    rows: '3',
    maxlength: `${maxTextLength}`,
    required: '',
    dir: 'auto',
  });
  text.value = before?.text ?? '';
  const kind = kindSelect(words, before?.kind ?? 'must');
  const name = asksName ? nameField() : undefined;
  const form = element(
    'form',
    { class: 'note note-form' },
    quote === undefined
      ? undefined
      : element('blockquote', { class: 'note-quote', dir: 'auto' }, spellHidden(quote)),
    name && element('label', {}, words.yourName, name),
    element('label', {}, words.kind, kind),
    element('label', {}, words.text, text),
    element(
      'p',
      { class: 'note-actions' },
      element('button', { class: 'button', 'data-tone': 'default', type: 'submit' }, words.save),
      button(words.cancel, { onClick: onCancel }),
    ),
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const written = { kind: kind.value as CommentKind, text: text.value.trim() };
    const said = name?.value.trim();
    if (written.text === '') text.focus();
    else if (said === '') name?.focus();
    else onSave(written, said);
  });
  form.addEventListener('keydown', (event) => {
    const isAsItWas = text.value.trim() === (before?.text ?? '');
    if (event.key === 'Escape' && !event.isComposing && isAsItWas) onCancel();
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.requestSubmit();
  });
  return form;
};

/** A field for the name of whoever writes. */
export const nameField = (): HTMLInputElement =>
  element('input', {
    type: 'text',
    maxlength: `${maxNameLength}`,
    required: '',
    autocomplete: 'name',
    dir: 'auto',
  });

const kindSelect = (words: Words, chosen: CommentKind): HTMLSelectElement => {
  const select = element(
    'select',
    {},
    // A replacement would need a field of its own.
    ...commentKinds
      .filter((kind) => kind !== 'replace')
      .map((kind) => element('option', { value: kind }, words.kinds[kind])),
  );
  select.value = chosen;
  return select;
};
