import { showHidden, spellHidden } from '../../../shared/visible-text.ts';
import type { SharedComment, SharedFinding } from '../../../shared/sharing/shared-review.ts';
import type { ShownComment } from '../store/file-state.ts';
import { button, element } from './element.ts';
import type { Words } from './words.ts';

/** Something that was said about the document. */
export type Note =
  | { readonly by: 'reviewer'; readonly comment: SharedComment }
  | { readonly by: 'tool'; readonly finding: SharedFinding }
  | { readonly by: 'colleague'; readonly comment: ShownComment };

interface CardOptions {
  readonly words: Words;
  /** The quoted text, if the place does not show it. */
  readonly quote?: string | undefined;
  /** For own comments. */
  readonly actions?: { readonly edit: () => void; readonly remove: () => void } | undefined;
}

/** A comment or finding. All that others wrote is text. */
export const noteCard = (note: Note, { words, quote, actions }: CardOptions): HTMLElement => {
  const name = authorOf(note, words);
  const card = element(
    'article',
    { class: 'note', 'data-by': note.by, 'aria-label': name },
    element(
      'p',
      { class: 'note-head' },
      element('bdi', { class: 'note-author' }, name),
      ...chips(note, words),
    ),
    quote === undefined
      ? undefined
      : element('p', { class: 'note-quote', dir: 'auto' }, `${words.gone} «${spellHidden(quote)}»`),
    ...bodyOf(note, words),
  );
  if (actions !== undefined)
    card.append(
      element(
        'p',
        { class: 'note-actions' },
        button(words.edit, { label: words.editBy(name), onClick: actions.edit }),
        button(words.remove, { label: words.removeBy(name), onClick: actions.remove }),
      ),
    );
  return card;
};

const authorOf = (note: Note, words: Words): string => {
  switch (note.by) {
    case 'reviewer':
      return words.reviewer;
    case 'colleague':
      return showHidden(note.comment.author);
    case 'tool': {
      const { source, author } = note.finding;
      return [source, author].filter(isGiven).map(showHidden).join(', ');
    }
  }
};

const chips = (note: Note, words: Words): HTMLElement[] => {
  const texts =
    note.by === 'tool'
      ? [note.finding.severity, note.finding.rule].filter(isGiven).map(showHidden)
      : [words.kinds[note.comment.kind]];
  return texts.map((text) => element('span', { class: 'chip' }, text));
};

const bodyOf = (note: Note, words: Words): HTMLElement[] => {
  const { type, text } = note.by === 'tool' ? note.finding : { type: undefined, ...note.comment };
  const suggested = note.by === 'reviewer' ? note.comment.suggestedText : undefined;
  return [
    ...(type === 'DELETION' ? [element('p', {}, words.asksToRemove)] : []),
    ...(text === '' ? [] : [element('p', { class: 'note-text', dir: 'auto' }, spellHidden(text))]),
    ...(suggested === undefined
      ? []
      : [
          element('p', {}, words.suggests),
          element(
            'pre',
            { class: 'note-text', dir: 'auto', tabindex: '0' },
            spellHidden(suggested),
          ),
        ]),
  ];
};

const isGiven = (text: string | undefined): text is string => text !== undefined && text !== '';
