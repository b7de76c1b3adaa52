import type { Outcome } from '../../../shared/session/decision.ts';
import type { Preparation } from '../../../shared/session/mode.ts';
import type { NextReview } from '../../../shared/session/next-review.ts';
import type { SessionInfo } from '../../../shared/session/session.ts';

/** How the session ended, as far as this page knows. */
export interface SessionEnd {
  readonly outcome: Outcome;
  readonly reason?: string;
  /** Whether this page made the decision; else another tab, the supervisor or the launching process ended it. */
  readonly isOurs: boolean;
  /** Another review that waits. */
  readonly next?: NextReview;
}

/**
 * `open`: the server at the address is known to be that of this session. `lost`: it has not been reached for so long
 * that it is likely gone; it is still being tried.
 */
export type Connection = 'connecting' | 'open' | 'lost';

export interface SessionSlice {
  readonly info: SessionInfo | undefined;
  readonly preparation: Preparation;
  readonly connection: Connection;
  readonly end: SessionEnd | undefined;
  readonly isDeciding: boolean;
  /** Why the last try to decide failed, as a sentence. */
  readonly decideError: string | undefined;
}

export type SessionAction =
  | { readonly type: 'session/loaded'; readonly info: SessionInfo }
  | { readonly type: 'session/prepared'; readonly preparation: Preparation }
  | { readonly type: 'session/connected' }
  | { readonly type: 'session/disconnected' }
  | { readonly type: 'session/lost' }
  | { readonly type: 'session/deciding' }
  | { readonly type: 'session/notDecided'; readonly sentence: string }
  | { readonly type: 'session/ended'; readonly end: SessionEnd };

export const initialSession: SessionSlice = {
  info: undefined,
  preparation: { state: 'preparing' },
  connection: 'connecting',
  end: undefined,
  isDeciding: false,
  decideError: undefined,
};

/** What is known of the session itself. The first end that is told stands: a later one is an echo of it. */
export const reduceSession = (slice: SessionSlice, action: SessionAction): SessionSlice => {
  switch (action.type) {
    case 'session/loaded':
      return {
        ...slice,
        info: action.info,
        preparation: action.info.preparation,
        connection: 'open',
      };
    case 'session/prepared':
      return { ...slice, preparation: action.preparation };
    case 'session/connected':
      return slice.connection === 'open' ? slice : { ...slice, connection: 'open' };
    case 'session/disconnected':
      return slice.connection === 'open' ? { ...slice, connection: 'connecting' } : slice;
    case 'session/lost':
      return slice.end === undefined ? { ...slice, connection: 'lost' } : slice;
    case 'session/deciding':
      return { ...slice, isDeciding: true, decideError: undefined };
    case 'session/notDecided':
      return { ...slice, isDeciding: false, decideError: action.sentence };
    case 'session/ended':
      return slice.end === undefined ? { ...slice, end: action.end, isDeciding: false } : slice;
  }
};
