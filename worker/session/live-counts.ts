import type { DraftBody } from '../../shared/session/draft.ts';
import { noCounts, type SessionCounts } from '../../shared/session/mode.ts';
import { countsPauseMs } from '../../shared/supervisor/worker-messages.ts';
import type { AnnotationStore } from '../annotations/store.ts';

interface CountsOptions {
  readonly store: AnnotationStore;
  /** Tells the supervisor. @returns false if it cannot be sent now */
  readonly send: (counts: SessionCounts) => boolean;
}

/**
 * The numbers of findings and of unsent comments, as last saved by the page; the supervisor is told of them after a
 * pause, and only when they differ.
 */
export class LiveCounts {
  readonly #options: CountsOptions;
  #comments = 0;
  #sent: SessionCounts = noCounts;
  #isDue = false;

  constructor(options: CountsOptions) {
    this.#options = options;
  }

  get current(): SessionCounts {
    return { findings: this.#options.store.size, comments: this.#comments };
  }

  /** Counts a new draft, or none. */
  drafted(words: DraftBody | null): void {
    this.#comments = words === null ? 0 : countWords(words);
    this.changed();
  }

  /** Call when the findings may have changed. */
  changed(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    setTimeout(() => this.#report(), countsPauseMs).unref();
  }

  #report(): void {
    this.#isDue = false;
    const { current } = this;
    const { findings, comments } = this.#sent;
    if (current.findings === findings && current.comments === comments) return;
    if (this.#options.send(current)) this.#sent = current;
    else this.changed();
  }
}

/**
 * Counts what a decision would carry: comments, open editors of new comments, edited texts, and the general note. An editor of an
 * existing comment only changes that one.
 */
const countWords = ({ comments, editors, edits = [], feedback = '' }: DraftBody): number => {
  const known = new Set(comments.map(({ id }) => id));
  const written = editors.filter(
    ({ target, text, suggestion }) =>
      (text.trim() !== '' || suggestion !== undefined) &&
      !(target.kind === 'comment' && known.has(target.commentId)),
  );
  return comments.length + written.length + edits.length + (feedback.trim() === '' ? 0 : 1);
};
