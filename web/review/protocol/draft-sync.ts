import type { DraftBody } from '../../../shared/session/draft.ts';
import { importModule } from '../../shell/import-module.ts';
import { texts } from '../../shell/texts/texts.ts';
import { shownVersion } from '../store/content-slice.ts';
import type { DraftStatus } from '../store/draft-slice.ts';
import type { ReviewStore, WithStore } from '../store/state.ts';
import type { Held } from './merge-words.ts';
import type { SessionClient } from './session-client.ts';
import { isUntouched, isSameWords, noWords, toDraft, wordsOf, type Words } from './words.ts';

/** Debounce while typing. */
const pauseMs = 500;
/** Maximum delay while typing continuously: what is two seconds old is promised to be stored, and storing takes time. */
const atMostMs = 1500;
const retryMs = 3000;
/** A write that takes longer means the server hangs: it may be stopped or swapped out. */
const silentAfterMs = 3000;
/** Size limit of a keepalive request, leaving room for multi-byte characters. Source: Fetch standard, 64 KiB. */
const maxLastWords = 20_000;

/** What would be stored; empty editors make no difference. */
const fingerprint = (words: Words): string => JSON.stringify(toDraft(words, 1));

interface DraftSyncParts extends WithStore {
  readonly client: SessionClient;
  /** Shows the session's current content, with everything re-anchored. */
  readonly catchUp: () => Promise<void>;
}

/**
 * Saves unsent text on the server while it is typed, and follows other tabs. Each write carries the last known
 * generation plus one, and which version of the content its places are in; a rejected write is merged with the newer
 * draft.
 */
export class DraftSync {
  readonly #store: ReviewStore;
  readonly #client: SessionClient;
  readonly #catchUp: () => Promise<void>;
  /** The newest known generation, and its content: the base for merging. */
  #generation = 0;
  #base: Words = noWords;
  #baseFingerprint = fingerprint(noWords);
  /** The newest generation announced by the event stream. */
  #heard = 0;
  /** Not saved unless the editor changes. */
  #held: Held | undefined;
  #checked: { words: Words; isUnsaved: boolean } = { words: noWords, isUnsaved: false };
  #isLoaded = false;
  #isStopped = false;
  #running: Promise<void> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #unsavedSinceMs: number | undefined;

  constructor({ store, client, catchUp }: DraftSyncParts) {
    this.#store = store;
    this.#client = client;
    this.#catchUp = catchUp;
  }

  /** Restores the draft, then saves each change. */
  async start(): Promise<void> {
    this.#store.subscribe(() => this.#notice());
    window.addEventListener('beforeunload', (event) => {
      if (this.#isAtRisk()) event.preventDefault();
    });
    window.addEventListener('pagehide', () => void this.#saveLast());
    document.addEventListener('visibilitychange', () => {
      if (document.hidden) void this.#saveLast();
    });
    await this.#run();
  }

  /** A tab, possibly this one, saved this generation. */
  hear(generation: number): void {
    this.#heard = Math.max(this.#heard, generation);
    if (this.#heard > this.#generation) void this.#run();
  }

  /** The server is back: retry immediately. */
  retry(): void {
    if (!this.#isLoaded || this.#isUnsaved()) this.#schedule(0);
  }

  /** Stops saving before a decision, after a final save, since another page may undo the decision. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#running;
    if (this.#isLoaded && this.#isUnsaved()) await this.#push();
  }

  /** Resumes saving after a failed decision. */
  resume(): void {
    this.#isStopped = false;
    this.#notice();
  }

  /** What is to be saved. */
  #words(): Words {
    const words = wordsOf(this.#store.getState());
    const held = this.#held;
    if (held === undefined || !words.editors.includes(held.editor)) return words;
    return {
      ...words,
      editors: words.editors.filter((editor) => editor !== held.editor),
      comments: words.comments.filter((comment) => comment !== held.comment),
    };
  }

  /** Closes what another tab has closed once it has lost the focus; what has changed since stays. */
  #release(): void {
    const { focusedEditor } = this.#store.getState().selection;
    if (this.#held === undefined || this.#held.editor.key === focusedEditor) return;
    const { editors, comments } = this.#words();
    this.#held = undefined;
    this.#store.dispatch(
      { type: 'editors/replaced', editors },
      { type: 'comments/replaced', comments },
    );
  }

  #isUnsaved(): boolean {
    const words = this.#words();
    if (!isSameWords(words, this.#checked.words))
      this.#checked = { words, isUnsaved: fingerprint(words) !== this.#baseFingerprint };
    return this.#checked.isUnsaved;
  }

  /** Whether closing the page now would lose text, so that the browser has to ask. */
  #isAtRisk(): boolean {
    if (this.#isStopped || !this.#isUnsaved()) return false;
    const words = this.#words();
    return !this.#isLoaded || !this.#isConnected() || fingerprint(words).length > maxLastWords;
  }

  #isConnected(): boolean {
    return this.#store.getState().session.connection === 'open';
  }

  /** Never save to an unknown server: without a stream to it, the port may be another session's by now. */
  async #isOurSession(): Promise<boolean> {
    if (this.#isConnected()) return true;
    const answer = await this.#client.call('getSession', { answerWithinMs: silentAfterMs });
    return answer.kind === 'ok' && answer.value.id === this.#store.getState().session.info?.id;
  }

  #agreeOn(words: Words, generation: number): void {
    this.#generation = Math.max(this.#generation, generation);
    this.#base = words;
    this.#baseFingerprint = fingerprint(words);
    this.#checked = { words, isUnsaved: false };
    this.#unsavedSinceMs = undefined;
  }

  #notice(): void {
    this.#release();
    if (this.#isStopped || !this.#isLoaded || !this.#isUnsaved()) return;
    const nowMs = Date.now();
    if (this.#unsavedSinceMs === undefined) {
      this.#unsavedSinceMs = nowMs;
      this.#tell({ state: 'unsaved' });
    }
    const dueMs = this.#unsavedSinceMs + atMostMs - nowMs;
    if (this.#running === undefined) this.#schedule(Math.max(0, Math.min(pauseMs, dueMs)));
  }

  #schedule(delayMs: number): void {
    clearTimeout(this.#timer);
    if (!this.#isStopped) this.#timer = setTimeout(() => void this.#run(), delayMs);
  }

  /** One request at a time; repeats if there were changes meanwhile. */
  async #run(): Promise<void> {
    if (this.#running !== undefined || this.#isStopped) return;
    const isBehind = !this.#isLoaded || this.#heard > this.#generation;
    this.#running = isBehind ? this.#pull() : this.#push();
    await this.#running;
    this.#running = undefined;
    if (this.#store.getState().draft.status.state === 'failed') this.#schedule(retryMs);
    else if (this.#heard > this.#generation) this.#schedule(0);
    else this.#notice();
  }

  async #pull(): Promise<void> {
    const answer = await this.#client.call('getDraft', { query: { version: '2' } });
    if (answer.kind !== 'ok') return this.#tell({ state: 'failed', sentence: answer.sentence });
    const { draft, generation, contentVersion } = answer.value;
    if (draft !== null && !('version' in draft))
      return this.#tell({ state: 'failed', sentence: texts().frame.otherRelease });
    this.#heard = generation;
    const read = await this.#merge(draft, contentVersion ?? this.#shown ?? 1);
    if (read === undefined)
      return this.#tell({ state: 'failed', sentence: texts().frame.serverSilent });
    const { theirs, merged } = read;
    this.#isLoaded = true;
    this.#agreeOn(theirs, generation);
    this.#store.dispatch(
      { type: 'draft/read', contentVersion: draft === null ? 0 : contentVersion },
      { type: 'draft/feedback', feedback: merged.feedback },
      { type: 'draft/edits', edits: merged.edits },
      { type: 'comments/replaced', comments: merged.comments },
      { type: 'editors/replaced', editors: merged.editors },
      { type: 'annotations/dismissalsReplaced', ids: merged.dismissed },
      { type: 'draft/status', status: { state: isUntouched(merged) ? 'clean' : 'saved' } },
    );
  }

  get #shown(): number | undefined {
    return shownVersion(this.#store.getState().content);
  }

  /**
   * Places in newer content than is shown mean nothing until that is shown. Undefined if it, or that part of the page,
   * could not be loaded.
   */
  async #merge(
    draft: DraftBody | null,
    contentVersion: number,
  ): Promise<{ readonly theirs: Words; readonly merged: Words } | undefined> {
    const { getState } = this.#store;
    const isBehind = (): boolean => contentVersion > (this.#shown ?? contentVersion);
    if (isBehind()) {
      this.#store.dispatch({ type: 'freshness/version', version: contentVersion });
      await this.#catchUp().catch(() => undefined);
    }
    if (isBehind()) return undefined;
    if (draft === null && getState().editors.length === 0 && !this.#isUnsaved())
      return { theirs: noWords, merged: noWords };
    const part = await importModule(() => import('./merge-words.ts')).catch(() => undefined);
    if (part === undefined) return undefined;
    const theirs = part.fromDraft(draft);
    const isOlder = contentVersion < (this.#shown ?? 0);
    const merged = part.mergeWords(this.#base, this.#words(), { ...theirs, isOlder });
    const { focusedEditor } = getState().selection;
    const { words, held } = part.keepFocused(merged, wordsOf(getState()), focusedEditor);
    this.#held = held;
    return { theirs, merged: words };
  }

  async #push(): Promise<void> {
    if (!this.#isUnsaved())
      return this.#tell({ state: isUntouched(this.#words()) ? 'clean' : 'saved' });
    if (!(await this.#isOurSession()))
      return this.#tell({ state: 'failed', sentence: texts().frame.serverSilent });
    const words = this.#words();
    this.#unsavedSinceMs = undefined;
    this.#tell({ state: 'saving' });
    const generation = this.#generation + 1;
    const silence = setTimeout(() => this.#store.dispatch({ type: 'session/lost' }), silentAfterMs);
    const answer = isUntouched(words)
      ? await this.#client.call('deleteDraft', { query: { generation } })
      : await this.#client.call('saveDraft', { body: toDraft(words, generation, this.#shown) });
    clearTimeout(silence);
    if (answer.kind === 'ok') {
      this.#agreeOn(words, answer.value.generation);
      this.#tell({ state: isUntouched(words) ? 'clean' : 'saved' });
    } else if (answer.kind === 'refused' && answer.code === 'stale_draft') await this.#pull();
    else this.#tell({ state: 'failed', sentence: answer.sentence });
  }

  /** The page may be closing: does not wait, and overtakes a pending write. */
  async #saveLast(): Promise<void> {
    if (this.#isStopped || !this.#isLoaded || !this.#isUnsaved() || !this.#isConnected()) return;
    clearTimeout(this.#timer);
    const words = this.#words();
    const generation = this.#generation + (this.#running === undefined ? 1 : 2);
    const answer = await this.#client.call('saveDraft', {
      body: toDraft(words, generation, this.#shown),
      keepalive: true,
    });
    if (answer.kind === 'ok') {
      this.#agreeOn(words, generation);
      this.#tell({ state: 'saved' });
    } else this.#schedule(0);
  }

  #tell(status: DraftStatus): void {
    this.#store.dispatch({ type: 'draft/status', status });
  }
}
