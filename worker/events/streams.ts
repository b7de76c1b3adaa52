import type { AnnotationEvent } from '../../shared/annotations/events.ts';
import type { Limits } from '../../shared/annotations/limits.ts';
import { EventHub } from '../../shared/node/http/event-hub.ts';
import type { PageEvent } from '../../shared/session/page-events.ts';
import { snapshotEvent } from '../annotations/snapshot.ts';
import type { AnnotationStore } from '../annotations/store.ts';
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
        inTurn<PageEvent | string>(annotations(), [
          { type: 'session', preparation: preparation.current },
        ]),
      otherStreams: () => this.tools.size,
    });
  }

  /** A change of the annotations: all readers are told. */
  annotationsChanged(event: AnnotationEvent): void {
    this.tools.broadcast(event);
    this.page.broadcast(event);
  }

  /** Ends all streams; those of the page after a last event. */
  end(last: PageEvent): void {
    this.page.end(last);
    this.tools.end();
  }
}

function* inTurn<Item>(...parts: Iterable<Item>[]): Generator<Item> {
  for (const part of parts) yield* part;
}
