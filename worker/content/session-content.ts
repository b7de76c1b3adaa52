import type { Placing } from '../annotations/placement.ts';
import type { ServedHandlers } from '../session-handlers.ts';
import type { FreshnessOptions } from './freshness.ts';

/** What is reviewed, a document or a change, as the parts see it that every session has. */
export interface SessionContent<Handlers extends Partial<ServedHandlers>> {
  /** The routes that only this kind of content has. */
  readonly handlers: Handlers;
  /** Loads what finds the places of findings. */
  readonly placing: () => Promise<Placing>;
  /** How to tell whether its source has changed; undefined if it has none that could. */
  readonly source: Pick<FreshnessOptions, 'read' | 'made' | 'pauseMs'> | undefined;
  /** Forgets what was read from the spool, where another content is now. */
  readonly drop: () => void;
  /** Removes what the spool has of a version that no page reads any more. */
  readonly removeVersion?: (version: number) => Promise<void>;
  /** A browser loads the page. */
  readonly onPageLoad?: () => void;
}
