import type { SessionCounts } from '../../shared/session/session-counts.ts';
import type { DraftBody } from '../../shared/session/draft.ts';
import type { AnnotationStore } from '../annotations/store.ts';

interface CountsOptions {
  readonly store: AnnotationStore;
  readonly onChange: () => void;
}

/** How many findings and unsent comments the session holds, as far as the page has told. */
export class LiveCounts {
  readonly #options: CountsOptions;
  #comments = 0;

  constructor(options: CountsOptions) {
    this.#options = options;
  }

  get current(): SessionCounts {
    return { findings: this.#options.store.size, comments: this.#comments };
  }

  /** The draft holds these words now, or none. */
  drafted(words: DraftBody | null): void {
    this.#comments = words === null ? 0 : countWords(words);
    this.#options.onChange();
  }

  /** The findings are other ones. */
  found(): void {
    this.#options.onChange();
  }
}

/**
 * What a decision would carry: comments, those still being written in an open editor, and a note on the whole. An
 * editor of a comment that is there changes that one.
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
