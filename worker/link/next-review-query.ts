import type { NextReview } from '../../shared/session/next-review.ts';

/** What a reviewer who has decided may be kept waiting for an offer. */
const patienceMs = 200;

/** Asks the supervisor which review waits next. Nothing depends on it: no answer in time is none. */
export class NextReviewQuery {
  readonly #ask: () => boolean;
  #answered: ((review: NextReview | undefined) => void) | undefined;

  /** `ask` sends the question; false where there is nobody to ask. */
  constructor(ask: () => boolean) {
    this.#ask = ask;
  }

  /** Never rejects. */
  ask(): Promise<NextReview | undefined> {
    if (!this.#ask()) return Promise.resolve(undefined);
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(undefined), patienceMs);
      this.#answered = (review) => {
        clearTimeout(timer);
        resolve(review);
      };
    });
  }

  answer(review: NextReview | null): void {
    this.#answered?.(review ?? undefined);
  }
}
