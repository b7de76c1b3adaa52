import { GalleyError } from '../../shared/errors.ts';
import type { ScopeChoice } from '../../shared/session/scope.ts';
import type { AnnotationCollection } from '../annotations/annotation-collection.ts';
import { Mutex } from '../mutex.ts';
import type { SessionCore } from '../session-core.ts';
import type { Freshness } from './freshness.ts';
import type { SessionContent } from './session-content.ts';

interface RefreshParts {
  /** Undefined if the content has no source to read again. */
  readonly freshness: Freshness | undefined;
  readonly content: SessionContent<object>;
  readonly collection: () => Promise<AnnotationCollection>;
}

/** Makes the content again from its source and re-anchors the findings, one time after the other. */
export class Refresher {
  readonly #core: SessionCore;
  readonly #parts: RefreshParts;
  readonly #turns = new Mutex();
  #refreshing: Promise<void> | undefined;

  constructor(core: SessionCore, parts: RefreshParts) {
    this.#core = core;
    this.#parts = parts;
  }

  /**
   * Two tabs may ask at once; they share one refresh.
   * @throws GalleyError `already_decided`, `bad_request` if there is no source, or as the derivation does
   */
  async refresh(): Promise<void> {
    const source = this.#sourceToRead();
    this.#refreshing ??= this.#turns
      .run(() => this.#readAgain(source))
      .finally(() => {
        this.#refreshing = undefined;
      });
    await this.#refreshing;
  }

  /** The same with something else of a change's repository. */
  async choose(choice: ScopeChoice): Promise<void> {
    const source = this.#sourceToRead();
    await this.#turns.run(() => this.#readAgain(source, choice));
  }

  /** Runs `write`, which may read the source again once it has changed it, with no other refresh in between. */
  async whileWriting<Result>(
    write: (readAgain: () => Promise<void>) => Promise<Result>,
  ): Promise<Result> {
    const source = this.#sourceToRead();
    return this.#turns.run(() => write(() => this.#readAgain(source)));
  }

  #sourceToRead(): Freshness {
    this.#core.gate.assertUndecided();
    const { freshness } = this.#parts;
    if (freshness === undefined)
      throw new GalleyError(
        'bad_request',
        'This content did not come from a file or work tree, so there is nothing to read again.',
      );
    return freshness;
  }

  async #readAgain(source: Freshness, choice?: ScopeChoice): Promise<void> {
    const { preparation, reviewed, version, derivations, streams } = this.#core;
    const { content, collection } = this.#parts;
    if (preparation.current.state === 'ready') await content.beforeRefresh?.();
    // If the source cannot be read, the old content stays.
    const { commits } = await derivations.make({
      kind: 'content',
      version: version.current + 1,
      ...(choice === undefined ? {} : { choice }),
    });
    version.count();
    reviewed.readAnew(commits);
    content.drop();
    if (preparation.current.state !== 'ready') {
      preparation.change({ state: 'ready' });
      streams.page.broadcast({ type: 'session', preparation: preparation.current });
    }
    streams.contentChanged(version.current);
    await (await collection()).placeAnew();
    await source.accept();
    // Keep the previous version: a page may still be reading it.
    const old = version.current - 2;
    if (old >= 1) await content.removeVersion?.(old);
  }
}
