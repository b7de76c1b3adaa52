import type { AnnotationEvent } from '../../shared/annotations/events.ts';
import type { Limits } from '../../shared/annotations/limits.ts';
import type { PageConfig } from '../../shared/config.ts';
import { EventHub } from '../../shared/node/http/event-hub.ts';
import type { PageEvent } from '../../shared/session/page-events.ts';
import type { ViewedChange } from '../../shared/session/viewed.ts';
import { snapshotEvent } from '../annotations/snapshot.ts';
import type { AnnotationStore } from '../annotations/store.ts';
import type { DecisionNotice } from '../decision/decision-states.ts';
import type { PreparationState } from '../session/preparation-state.ts';

interface StreamsOptions {
  readonly limits: Limits;
  readonly store: AnnotationStore;
  readonly preparation: PreparationState;
}

/** The two streams of a session, the tools' and the page's; their readers are counted together. */
export class Streams {
  readonly tools: EventHub<AnnotationEvent>;
  readonly page: EventHub<PageEvent>;
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
    });
  }

  /** A change of the annotations: all readers are told. */
  annotationsChanged(event: AnnotationEvent): void {
    this.tools.broadcast(event);
    this.page.broadcast(event);
  }

  /** Many annotations stand elsewhere: all readers get all of them, in pieces. */
  annotationsMoved(): void {
    this.tools.renew();
    this.page.renew();
  }

  /** The settings as they were read last; a page that connects hears them: it may have loaded older ones. */
  configRead(config: PageConfig): void {
    this.#config = [{ type: 'config', config }];
  }

  configChanged(config: PageConfig): void {
    this.configRead(config);
    this.page.broadcast({ type: 'config', config });
  }

  /** The draft is of this generation now; a page that connects later hears it, too: it may have loaded an older one. */
  draftChanged(generation: number): void {
    this.#draft = [{ type: 'draft', generation }];
    this.page.broadcast({ type: 'draft', generation });
  }

  /** Whether what is reviewed has changed where it came from; a page that connects later hears it, too. */
  freshnessChanged(isStale: boolean): void {
    const event = { type: 'freshness', isStale } as const;
    this.#freshness = isStale ? [event] : [];
    this.page.broadcast(event);
  }

  /** The content is of this version now; a page that was away hears it, too. */
  contentChanged(version: number): void {
    this.#content = [{ type: 'content', version }];
    this.page.broadcast({ type: 'content', version });
  }

  /** A tab ticked changes as viewed, or took that back; a page that connects later may have loaded the ticks before. */
  viewedChanged(change: ViewedChange): void {
    this.#viewed = [{ type: 'viewedBefore' }];
    this.page.broadcast({ type: 'viewed', change });
  }

  /** A decision is held, was undone or released; a page that connects later hears the last of it, too. */
  decisionChanged(news: DecisionNotice): void {
    this.#decision = [news];
    this.page.broadcast(news);
  }

  /** Ends all streams; those of the page after a last event. */
  end(last: PageEvent): void {
    this.page.end(last);
    this.tools.end();
  }
}

function* concat<Item>(...parts: Iterable<Item>[]): Generator<Item> {
  for (const part of parts) yield* part;
}
