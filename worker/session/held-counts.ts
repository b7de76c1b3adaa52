import type { SessionCounts } from '../../shared/session/session-counts.ts';
import type { DraftBody } from '../../shared/session/draft.ts';
import type { AnnotationStore } from '../annotations/store.ts';

interface CountsOptions {
  readonly store: AnnotationStore;
  readonly onChange: () => void;
}

type Words = Omit<DraftBody, 'generation'>;

/** How many findings and unsent comments the session holds, as far as the page has told. */
export class HeldCounts {
  readonly #options: CountsOptions;
  #comments = 0;

  constructor(options: CountsOptions) {
    this.#options = options;
  }

  get current(): SessionCounts {
    return { findings: this.#options.store.size, comments: this.#comments };
  }

  /** The draft holds these words now, or none. */
  drafted(words: Words | null): void {
    this.#comments = words === null ? 0 : countWords(words);
    this.#options.onChange();
  }

  /** The findings are other ones. */
  found(): void {
    this.#options.onChange();
  }
}

/** What a decision would carry: comments, those still being written in an open editor, and a note on the whole. */
const countWords = ({ comments, editors = {}, feedback = '' }: Words): number => {
  const known = new Set(comments.map(({ id }) => editorOfComment(id)));
  const written = [...editorsIn(editors)].filter((key) => !known.has(key));
  return comments.length + written.length + (feedback.trim() === '' ? 0 : 1);
};

/** The key of the editor that changes a comment which is there already. */
const editorOfComment = (id: string): string => `comment-${id}`;

/** The keys of the editors that say something: the page keeps each as entries of its key with `/text` and the like. */
const editorsIn = (editors: NonNullable<Words['editors']>): ReadonlySet<string> =>
  new Set(
    Object.entries(editors).flatMap(([name, text]) =>
      text.trim() === '' ? [] : [name.replace(/\/(?:text|about(?:\.\d+)?|code)$/u, '')],
    ),
  );
