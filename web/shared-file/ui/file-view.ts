import type { SharedPlace } from '../../../shared/sharing/shared-review.ts';
import { showHidden } from '../../../shared/visible-text.ts';
import {
  added,
  deleted,
  downloaded,
  edited,
  isOwn,
  named,
  shownComments,
  type FileState,
  type ShownComment,
  type Target,
} from '../store/file-state.ts';
import { commentForm } from './comment-form.ts';
import { drawDocument, type DrawnDocument } from './document-text.ts';
import { button, element } from './element.ts';
import { paintMarks, type Mark } from './marks.ts';
import { nameBar } from './name-bar.ts';
import { noteCard, type Note } from './note-card.ts';
import { selectedPlace, targetAt, wholePlace } from './passage.ts';
import { download } from './saved-file.ts';
import { SelectionButton } from './selection-button.ts';
import { newStamp } from './stamp.ts';
import type { Words } from './words.ts';

/** A comment that is being written. */
interface Writing {
  /** Undefined for a general comment. */
  readonly target: Target | undefined;
  /** The comment that is changed. */
  readonly comment: ShownComment | undefined;
  readonly form: HTMLFormElement;
}

/** The whole page of a shared file. */
export class FileView {
  readonly #words: Words;
  readonly #document: DrawnDocument;
  readonly #general = element('div', { class: 'notes' });
  readonly #addGeneral: HTMLButtonElement;
  readonly #who = element('div', {});
  readonly #status = element('p', { class: 'status', role: 'status' });
  readonly #selection: SelectionButton;
  #state: FileState;
  #writing: Writing | undefined;

  constructor(state: FileState, words: Words) {
    this.#state = state;
    this.#words = words;
    this.#document = drawDocument(state.review, {
      words,
      onComment: (block) => this.#commentOn(block),
    });
    this.#addGeneral = button(words.addGeneral, {
      tone: 'default',
      onClick: () => this.#write(undefined),
    });
    this.#selection = new SelectionButton(words.comment, () => this.#commentOnSelection());
  }

  /** Draws the page into a body, before the script and the data, which stay. */
  draw(body: HTMLElement): void {
    const words = this.#words;
    body.prepend(
      this.#header(),
      element(
        'main',
        {},
        element('p', { class: 'intro' }, words.intro),
        element(
          'section',
          { class: 'general', 'aria-label': words.general },
          this.#general,
          this.#addGeneral,
        ),
        this.#document.element,
      ),
      this.#selection.element,
    );
    this.#drawWho();
    this.#drawNotes();
  }

  /** Whether closing the page would lose something. */
  get hasUnsaved(): boolean {
    return this.#state.isChanged || this.#hasUnsavedText();
  }

  #hasUnsavedText(): boolean {
    return (this.#writing?.form.querySelector('textarea')?.value ?? '').trim() !== '';
  }

  /** Follows the selection. */
  selectionChanged(): void {
    const place = selectedPlace(this.#document.blocks);
    this.#selection.show(place !== undefined);
  }

  #header(): HTMLElement {
    const { title, sharedAt } = this.#state.review;
    const date = new Date(sharedAt).toLocaleDateString(document.documentElement.lang, {
      dateStyle: 'medium',
    });
    return element(
      'header',
      { class: 'bar' },
      element(
        'div',
        { class: 'bar-title' },
        element('p', { class: 'title', dir: 'auto' }, showHidden(title)),
        element('p', { class: 'meta' }, this.#words.shared(date)),
      ),
      this.#who,
      button(this.#words.download, { tone: 'accent', onClick: () => this.#download() }),
      this.#status,
    );
  }

  #download(): void {
    // What is being written belongs in the file, too.
    if (this.#hasUnsavedText()) this.#writing?.form.requestSubmit();
    if (this.#hasUnsavedText()) {
      this.#status.textContent = this.#words.notDownloaded;
      return;
    }
    const name = download(this.#state.review);
    this.#state = downloaded(this.#state);
    this.#status.textContent = this.#words.downloaded(name);
  }

  #drawWho(): void {
    const { author, review } = this.#state;
    const bar = nameBar({
      words: this.#words,
      author,
      last: review.lastAuthor,
      onName: (name) => {
        this.#state =
          name === undefined ? { ...this.#state, author: undefined } : named(this.#state, name);
        this.#drawWho();
        this.#drawNotes();
        this.#who.querySelector<HTMLElement>('input, button')?.focus();
      },
    });
    this.#who.replaceChildren(bar);
  }

  #commentOn(block: number): void {
    const text = this.#document.blocks[block];
    if (text === undefined) return;
    const selected = selectedPlace([text]);
    const place = selected === undefined ? wholePlace(block, text) : { ...selected, block };
    if (place !== undefined) this.#write(this.#targetAt(place));
  }

  #commentOnSelection(): void {
    const place = selectedPlace(this.#document.blocks);
    if (place !== undefined) this.#write(this.#targetAt(place));
  }

  #targetAt(place: SharedPlace): Target | undefined {
    const { blocks, file } = this.#state.review;
    const block = blocks[place.block];
    const texts = this.#document.blocks;
    return block && targetAt(place, { texts, line: block.startLine, file: block.file ?? file });
  }

  /** Opens the form, unless one with text is open, which is shown instead. */
  #write(target: Target | undefined, comment?: ShownComment): void {
    if (this.#hasUnsavedText()) {
      this.#writing?.form.querySelector('textarea')?.focus();
      return;
    }
    const form = commentForm({
      words: this.#words,
      quote: target?.quote.text,
      before: comment,
      asksName: this.#state.author === undefined,
      onSave: (written, name) => {
        if (name !== undefined) this.#state = named(this.#state, name);
        const stamp = newStamp();
        this.#state =
          comment === undefined
            ? added(this.#state, written, { target, stamp })
            : edited(this.#state, written, { ...stamp, id: comment.id });
        this.#ended(target);
      },
      onCancel: () => this.#ended(target),
    });
    this.#writing = { target, comment, form };
    this.#selection.show(false);
    this.#drawNotes();
    form.querySelector<HTMLElement>('input, textarea')?.focus();
    form.scrollIntoView({ block: 'nearest' });
  }

  #ended(target: Target | undefined): void {
    this.#writing = undefined;
    this.#drawWho();
    this.#drawNotes();
    const beside = target && this.#document.buttons[target.place.block];
    (beside ?? this.#addGeneral).focus();
  }

  #remove(comment: ShownComment): void {
    this.#state = deleted(this.#state, { ...newStamp(), id: comment.id });
    this.#drawNotes();
  }

  #drawNotes(): void {
    const byBlock = new Map<number | undefined, HTMLElement[]>();
    const put = (block: number | undefined, child: HTMLElement) =>
      byBlock.set(block, [...(byBlock.get(block) ?? []), child]);
    const marks: Mark[] = [];
    for (const note of notesOf(this.#state)) {
      const place = this.#placeOf(note);
      if (place !== undefined)
        marks.push({ place, style: note.by === 'tool' ? 'finding' : 'comment' });
      put(place?.block, this.#cardOf(note, place));
    }
    const { target, form, comment } = this.#writing ?? {};
    if (form !== undefined && comment === undefined) put(target?.place.block, form);
    this.#general.replaceChildren(...(byBlock.get(undefined) ?? []));
    for (const [block, slot] of this.#document.notes.entries())
      if (slot.hasChildNodes() || byBlock.has(block))
        slot.replaceChildren(...(byBlock.get(block) ?? []));
    paintMarks(this.#document.blocks, marks);
  }

  #cardOf(note: Note, place: SharedPlace | undefined): HTMLElement {
    const { comment: changed, form } = this.#writing ?? {};
    if (note.by === 'colleague' && changed?.id === note.comment.id && form !== undefined)
      return form;
    const comment = note.by === 'colleague' ? note.comment : undefined;
    const target = comment?.quote && place && { quote: comment.quote, place, file: comment.file };
    return noteCard(note, {
      words: this.#words,
      quote: place === undefined ? quoteOf(note) : undefined,
      actions:
        comment !== undefined && isOwn(this.#state, comment)
          ? {
              edit: () => this.#write(target, comment),
              remove: () => this.#remove(comment),
            }
          : undefined,
    });
  }

  /** Where a note belongs; undefined if that is nowhere, or its text is not there. */
  #placeOf(note: Note): SharedPlace | undefined {
    const { place } = note.by === 'tool' ? note.finding : note.comment;
    const text = place && this.#document.blocks[place.block];
    return text === undefined ? undefined : place;
  }
}

const notesOf = (state: FileState): Note[] => [
  ...state.review.comments.map((comment): Note => ({ by: 'reviewer', comment })),
  ...shownComments(state).map((comment): Note => ({ by: 'colleague', comment })),
  ...state.review.findings.map((finding): Note => ({ by: 'tool', finding })),
];

const quoteOf = (note: Note): string | undefined => {
  if (note.by === 'tool') return note.finding.originalText;
  return note.by === 'reviewer' ? note.comment.originalText : note.comment.quote?.text;
};
