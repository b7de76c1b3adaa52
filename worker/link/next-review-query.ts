import type { NextReview } from '../../shared/session/next-review.ts';

/** How long a reviewer who has decided may wait for the next review. */
const patienceMs = 200;

/** Asks the supervisor for the next review to offer. Best effort: no answer in time means none. */
export class NextReviewQuery {
  readonly #ask: () => boolean;
  #answered: ((review: NextReview | undefined) => void) | undefined;

  /** `ask` sends the question; returns false if there is no supervisor. */
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
