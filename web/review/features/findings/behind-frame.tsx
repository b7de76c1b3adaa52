import { useEffect, useState, type ReactNode } from 'react';
import type { Reader } from '../../../shell/store.ts';
import { ReadContext, usePage } from '../../ui/page.ts';
import type { State } from '../../store/state.ts';

/**
 * Shows its children what came of findings one frame after the content has shown it: thousands in a list must not keep
 * the code waiting below which one of them stands. All else they see at once.
 */
export const BehindFrame = ({ children }: { readonly children: ReactNode }) => {
  const { store } = usePage();
  const [follower] = useState(() => new Follower(store));
  useEffect(() => follower.follow(), [follower]);
  return <ReadContext value={follower}>{children}</ReadContext>;
};

/** A store as it was a frame ago, where findings have changed since. */
class Follower implements Reader<State> {
  readonly #store: Reader<State>;
  #state: State;
  #frame: number | undefined;
  readonly #listeners = new Set<() => void>();

  constructor(store: Reader<State>) {
    this.#store = store;
    this.#state = store.getState();
  }

  readonly getState = (): State => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  };

  /** @returns what ends it */
  follow(): () => void {
    this.#catchUp();
    const unsubscribe = this.#store.subscribe(() => this.#notice());
    return () => {
      unsubscribe();
      if (this.#frame !== undefined) cancelAnimationFrame(this.#frame);
      this.#frame = undefined;
    };
  }

  #notice(): void {
    const { annotations } = this.#store.getState();
    // A tab that nobody sees draws no frames.
    if (annotations === this.#state.annotations || document.hidden) this.#catchUp();
    else
      this.#frame ??= requestAnimationFrame(() => {
        this.#frame = undefined;
        // The frame is painted before the next task.
        setTimeout(() => this.#catchUp());
      });
  }

  #catchUp(): void {
    const state = this.#store.getState();
    if (state === this.#state) return;
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}
