import type { Capability } from '../../../shared/session/capabilities.ts';
import type { ContentSlice } from './content-slice.ts';
import type { Outcome } from '../../../shared/session/decision.ts';
import type { Held, NextReview } from '../../../shared/session/outcome.ts';
import type { Preparation } from '../../../shared/session/mode.ts';
import type { SessionInfo } from '../../../shared/session/session.ts';

/** How the session ended, as far as the page knows. */
export interface SessionEnd {
  readonly outcome: Outcome;
  readonly reason?: string;
  /** Whether this page decided, rather than another tab, the supervisor or the launching process. */
  readonly isOurs: boolean;
  readonly next?: NextReview;
  /** The feedback text for the agent, if known. */
  readonly agentText?: string;
  /** Why it could not be undone, as a sentence. */
  readonly notUndone?: string;
}

/** A decision that can still be undone. */
export interface HeldDecision extends Held, Pick<SessionEnd, 'isOurs' | 'next' | 'agentText'> {
  /** The release time on this page's clock (`performance.now`), since the server's may differ. */
  readonly endsAtMs: number;
}

/**
 * `open`: the server is verified to be this session's. `noEvents`: it is as well, but its event stream does not open.
 * `lost`: unreachable for so long that it is likely gone. The page keeps retrying.
 */
export type Connection = 'connecting' | 'open' | 'noEvents' | 'lost';

export interface SessionSlice {
  readonly info: SessionInfo | undefined;
  readonly preparation: Preparation;
  readonly connection: Connection;
  readonly held: HeldDecision | undefined;
  readonly end: SessionEnd | undefined;
  readonly isDeciding: boolean;
  /** Why the last decision failed, as a sentence. */
  readonly decideError: string | undefined;
}

export type SessionAction =
  | { readonly type: 'session/loaded'; readonly info: SessionInfo }
  | { readonly type: 'session/prepared'; readonly preparation: Preparation }
  | { readonly type: 'session/connected' }
  | { readonly type: 'session/disconnected' }
  | { readonly type: 'session/noEvents' }
  | { readonly type: 'session/lost' }
  | { readonly type: 'session/deciding' }
  | { readonly type: 'session/notDecided'; readonly sentence: string }
  | { readonly type: 'session/held'; readonly held: HeldDecision }
  | { readonly type: 'session/undone' }
  | { readonly type: 'session/ended'; readonly end: SessionEnd };

export const initialSession: SessionSlice = {
  info: undefined,
  preparation: { state: 'preparing' },
  connection: 'connecting',
  held: undefined,
  end: undefined,
  isDeciding: false,
  decideError: undefined,
};

/** The first end wins; later events repeat it. */
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
      if (slice.connection === 'open') return { ...slice, connection: 'connecting' };
      // Without events it answered until now.
      return slice.connection === 'noEvents' ? { ...slice, connection: 'lost' } : slice;
    case 'session/noEvents':
      return { ...slice, connection: 'noEvents' };
    case 'session/lost':
      return slice.end === undefined ? { ...slice, connection: 'lost' } : slice;
    case 'session/deciding':
      return { ...slice, isDeciding: true, decideError: undefined };
    case 'session/notDecided':
      return { ...slice, isDeciding: false, decideError: action.sentence };
    case 'session/held':
      return isNewHeld(slice, action.held)
        ? { ...slice, held: action.held, isDeciding: false, decideError: undefined }
        : slice;
    case 'session/undone':
      return slice.held === undefined
        ? slice
        : { ...slice, held: undefined, decideError: undefined };
    case 'session/ended':
      return slice.end === undefined
        ? { ...slice, end: endOf(slice.held, action.end), held: undefined, isDeciding: false }
        : slice;
  }
};

/** Ignores the stream's echo of this page's decision, whose response has more details. */
const isNewHeld = ({ held, end }: SessionSlice, told: HeldDecision): boolean =>
  end === undefined && (held?.decidedAt !== told.decidedAt || (told.isOurs && !held.isOurs));

/** The end, with details of the decision that preceded it. */
const endOf = (held: HeldDecision | undefined, end: SessionEnd): SessionEnd => {
  if (held?.outcome !== end.outcome) return end;
  const { next, agentText } = { ...held, ...end };
  return {
    ...end,
    isOurs: held.isOurs || end.isOurs,
    ...(next === undefined ? {} : { next }),
    ...(agentText === undefined ? {} : { agentText }),
  };
};

interface OfSession {
  readonly session: Pick<SessionSlice, 'info'>;
}

interface OfContent {
  readonly content: Pick<ContentSlice, 'diff'>;
}

/** Whether the session has a capability for what it shows; true while unknown. */
export const can = (
  { session: { info }, content }: OfSession & OfContent,
  capability: Capability,
): boolean => {
  const lacks: readonly Capability[] = content.diff?.lacks ?? [];
  return (
    info === undefined || (info.capabilities.includes(capability) && !lacks.includes(capability))
  );
};

/** Whether the review had ended before the page was opened. */
export const isEnded = ({ session: { info } }: OfSession): boolean => info?.state === 'exited';

/**
 * Computes the remaining time of a held decision from server times only, since this machine's clock may be off.
 * @param serverMs the server's response time; by default the decision was made just now
 */
export const heldFrom = (
  { outcome, decidedAt, releaseAt }: Held,
  serverMs = Date.parse(decidedAt),
): HeldDecision => {
  const wholeMs = Date.parse(releaseAt) - Date.parse(decidedAt);
  const leftMs = Math.min(wholeMs, Math.max(0, Date.parse(releaseAt) - serverMs));
  return {
    outcome,
    decidedAt,
    releaseAt,
    isOurs: false,
    endsAtMs: performance.now() + leftMs,
  };
};

/** Actions that apply the session's held decision, or its absence. */
export const heldActions = ({ held }: SessionInfo, serverMs: number | undefined): SessionAction[] =>
  held === undefined
    ? [{ type: 'session/undone' }]
    : // Any page can undo it, so this one may treat it as its own.
      [{ type: 'session/held', held: { ...heldFrom(held, serverMs), isOurs: true } }];
