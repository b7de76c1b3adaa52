import type { Placing } from '../annotations/placement.ts';
import type { FindShown } from '../document/shown-document.ts';
import type { ServedHandlers } from '../session-handlers.ts';
import type { FreshnessOptions } from './freshness.ts';

/** The reviewed content, a document or a change, as the rest of the session sees it. */
export interface SessionContent<Handlers extends Partial<ServedHandlers>> {
  /** Routes that only this kind of content has. */
  readonly handlers: Handlers;
  /** How findings are placed in it. */
  readonly placing: Placing;
  /** How to tell whether the source has changed; undefined if there is no such source. */
  readonly source: Pick<FreshnessOptions, 'read' | 'made' | 'pauseMs'> | undefined;
  /** Drops everything cached from the spool, after new content has arrived. */
  readonly drop: () => void;
  /** Called before ready content is read again. */
  readonly beforeRefresh?: () => Promise<void>;
  /** Removes a version from the spool that no page reads any more, unless it is still needed. */
  readonly removeVersion?: (version: number) => Promise<void>;
  /** Finds what a plan or document shows; changes have none. */
  readonly shown?: FindShown;
  /** Called when a browser loads the page. */
  readonly onPageLoad?: () => void;
}
