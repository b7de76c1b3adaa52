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

/** Everything that would be lost counts, also what stands in an open editor. */
const countWords = ({ comments, editors = {}, feedback = '' }: Words): number =>
  comments.length +
  [...Object.values(editors), feedback].filter((text) => text.trim() !== '').length;
