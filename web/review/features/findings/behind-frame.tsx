import { useEffect, useState, type ReactNode } from 'react';
import type { Reader } from '../../../shell/store.ts';
import { ReadContext, usePage } from '../../ui/page.ts';
import type { State } from '../../store/state.ts';

/**
 * Delays changes of findings for its children by one frame, so that a list of thousands does not delay their appearance
 * in the content. All other state is current.
 */
export const BehindFrame = ({ children }: { readonly children: ReactNode }) => {
  const { store } = usePage();
  const [follower] = useState(() => new Follower(store));
  useEffect(() => follower.follow(), [follower]);
  return <ReadContext value={follower}>{children}</ReadContext>;
};

/** A store that lags one frame behind if findings change. */
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

  /** @returns a cleanup function */
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
    // Hidden tabs have no frames.
    if (annotations === this.#state.annotations || document.hidden) this.#catchUp();
    else
      this.#frame ??= requestAnimationFrame(() => {
        this.#frame = undefined;
        // Runs after the frame is painted.
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
