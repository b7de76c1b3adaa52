import type { ServerResponse } from 'node:http';
import type { AnnotationEvent } from '../../shared/annotations/events.ts';
import type { Limits } from '../../shared/annotations/limits.ts';
import type { PageConfig } from '../../shared/config.ts';
import { EventHub } from '../../shared/node/http/event-hub.ts';
import type { PageEvent } from '../../shared/session/page-events.ts';
import type { ViewedChange } from '../../shared/session/viewed.ts';
import { snapshotEvent } from '../annotations/snapshot.ts';
import type { AnnotationStore } from '../annotations/store.ts';
import type { DecisionNotice } from '../decision/decision-states.ts';
import type { PreparationState } from '../content/content-state.ts';
import type { Staleness } from '../content/freshness.ts';

interface StreamsOptions {
  readonly limits: Limits;
  readonly store: AnnotationStore;
  readonly preparation: PreparationState;
}

/** The two event streams of a session, for tools and for the page, with one reader count. */
export class Streams {
  readonly tools: EventHub<AnnotationEvent>;
  readonly page: EventHub<PageEvent>;
  #unseen = 0;
  #draft: readonly PageEvent[] = [];
  #config: readonly PageEvent[] = [];
  #freshness: readonly PageEvent[] = [];
  #content: readonly PageEvent[] = [];
  #viewed: readonly PageEvent[] = [];
  #decision: readonly PageEvent[] = [];

  constructor({ limits, store, preparation }: StreamsOptions) {
    const bounds = { maxStreams: limits.streams, backlogBytes: limits.streamBacklogBytes };
    const annotations = () => snapshotEvent(store.all(), store.version);
    this.tools = new EventHub<AnnotationEvent>({
      ...bounds,
      snapshot: annotations,
      otherStreams: () => this.page.size,
    });
    this.page = new EventHub<PageEvent>({
      ...bounds,
      snapshot: () =>
        concat<PageEvent | string>(annotations(), [
          { type: 'session', preparation: preparation.current },
          ...this.#config,
          ...this.#draft,
          ...this.#freshness,
          ...this.#content,
          ...this.#viewed,
          ...this.#decision,
        ]),
      otherStreams: () => this.tools.size,
      // Tools never keep the reviewer out; theirs reconnect by themselves.
      makeRoom: () => this.tools.cutOldest(),
    });
  }

  /** Whether somebody may be looking at a page of this session. */
  get hasReaders(): boolean {
    return this.page.size > this.#unseen;
  }

  /** The page's stream for one that nobody looks at: it gets all events, and asks for none. */
  readonly unseenPage = {
    open: (response: ServerResponse): void => {
      this.page.open(response);
      this.#unseen += 1;
      response.once('close', () => (this.#unseen -= 1));
    },
  };

  /** Sends a change of the annotations to both streams. */
  annotationsChanged(event: AnnotationEvent): void {
    this.tools.broadcast(event);
    this.page.broadcast(event);
  }

  /** Many annotations moved: sends everyone a new snapshot, in pieces. */
  annotationsMoved(): void {
    this.tools.renew();
    this.page.renew();
  }

  /** Broadcasts the settings; replayed to pages that connect later, which may have loaded older ones. */
  configRead(config: PageConfig): void {
    this.#config = [{ type: 'config', config }];
  }

  configChanged(config: PageConfig): void {
    this.configRead(config);
    this.page.broadcast({ type: 'config', config });
  }

  /** Broadcasts the draft's generation; replayed to pages that connect later, which may have loaded an older one. */
  draftChanged(generation: number): void {
    this.#draft = [{ type: 'draft', generation }];
    this.page.broadcast({ type: 'draft', generation });
  }

  /** Broadcasts whether the source has changed; replayed to pages that connect later. */
  freshnessChanged(staleness: Staleness): void {
    const event = { type: 'freshness', ...staleness } as const;
    this.#freshness = staleness.isStale ? [event] : [];
    this.page.broadcast(event);
  }

  /** Broadcasts the content's version; replayed to pages that were disconnected. */
  contentChanged(version: number): void {
    this.#content = [{ type: 'content', version }];
    this.page.broadcast({ type: 'content', version });
  }

  /** Broadcasts changed viewed marks. Pages that connect later are told to reload them. */
  viewedChanged(change: ViewedChange): void {
    this.#viewed = [{ type: 'viewedBefore' }];
    this.page.broadcast({ type: 'viewed', change });
  }

  /** Broadcasts that a decision was held, undone or released; the last one is replayed to pages that connect later. */
  decisionChanged(news: DecisionNotice): void {
    this.#decision = [news];
    this.page.broadcast(news);
  }

  /** Ends both streams, the page's with a last event. */
  end(last: PageEvent): void {
    this.page.end(last);
    this.tools.end();
  }
}

function* concat<Item>(...parts: Iterable<Item>[]): Generator<Item> {
  for (const part of parts) yield* part;
}
