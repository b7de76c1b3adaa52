import { type SessionCounts, noCounts } from '../../shared/session/session-counts.ts';
import type { DraftBody } from '../../shared/session/draft.ts';
import type { AnnotationStore } from '../annotations/store.ts';
import { countsPauseMs } from '../../shared/supervisor/worker-messages.ts';

interface CountsOptions {
  readonly store: AnnotationStore;
  readonly onChange: () => void;
}

/** The numbers of findings and of unsent comments, as last saved by the page. */
export class LiveCounts {
  readonly #options: CountsOptions;
  #comments = 0;

  constructor(options: CountsOptions) {
    this.#options = options;
  }

  get current(): SessionCounts {
    return { findings: this.#options.store.size, comments: this.#comments };
  }

  /** Counts a new draft, or none. */
  drafted(words: DraftBody | null): void {
    this.#comments = words === null ? 0 : countWords(words);
    this.#options.onChange();
  }

  /** The findings have changed. */
  found(): void {
    this.#options.onChange();
  }
}

/**
 * Counts what a decision would carry: comments, open editors of new comments, and the general note. An editor of an
 * existing comment only changes that one.
 */
const countWords = ({ comments, editors, feedback = '' }: DraftBody): number => {
  const known = new Set(comments.map(({ id }) => id));
  const written = editors.filter(
    ({ target, text, suggestion }) =>
      (text.trim() !== '' || suggestion !== undefined) &&
      !(target.kind === 'comment' && known.has(target.commentId)),
  );
  return comments.length + written.length + (feedback.trim() === '' ? 0 : 1);
};

interface ReporterOptions {
  readonly read: () => SessionCounts;
  /** @returns false if it cannot be sent now */
  readonly send: (counts: SessionCounts) => boolean;
}

/** Reports the session's counts to the supervisor, throttled and only when they differ. */
export class CountReporter {
  readonly #options: ReporterOptions;
  #sent: SessionCounts = noCounts;
  #isDue = false;

  constructor(options: ReporterOptions) {
    this.#options = options;
  }

  /** Call when the counts may have changed. */
  changed(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    setTimeout(() => this.#report(), countsPauseMs).unref();
  }

  #report(): void {
    this.#isDue = false;
    const counts = this.#options.read();
    const { findings, comments } = this.#sent;
    if (counts.findings === findings && counts.comments === comments) return;
    if (this.#options.send(counts)) this.#sent = counts;
    else this.changed();
  }
}
