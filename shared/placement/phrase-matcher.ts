/** Called for the first match of each phrase: its index, and the end of the match. */
type OnFound = (phrase: number, end: number) => void;

const root = 0;
const stepsAtOnce = 4096;

/**
 * Finds the first match of each of many phrases in a text read piece by piece, in time linear in text and phrases.
 * Source: Aho and Corasick, "Efficient string matching", 1975. Takes 16 bytes per phrase character. Phrases must be
 * distinct and not empty.
 */
export class PhraseMatcher {
  readonly #phrases: readonly string[];
  /** Per state: the character to the next state, plus one; 0 if none. */
  readonly #chain: Int32Array;
  /** The other transitions, at most one per phrase: where it diverges from earlier phrases. */
  readonly #branches: Branches;
  /** Per character: the state after it at the start of a phrase. */
  readonly #first = new Int32Array(0x1_00_00);
  /** Per state: the state of the longest proper suffix. */
  readonly #fallback: Int32Array;
  /** Per state: the index of the phrase that ends here, plus one; 0 if none, or once it is found. */
  readonly #ending: Int32Array;
  /** Per state: a later fallback at which a phrase may end. */
  readonly #shorter: Int32Array;
  #states = 1;
  #state = root;
  #left: number;

  constructor(phrases: readonly string[]) {
    const states = phrases.reduce((sum, { length }) => sum + length, 1);
    this.#phrases = phrases;
    this.#left = phrases.length;
    this.#chain = new Int32Array(states);
    this.#branches = new Branches(phrases.length);
    this.#fallback = new Int32Array(states);
    this.#ending = new Int32Array(states);
    this.#shorter = new Int32Array(states);
  }

  /** Number of phrases not found yet. */
  get left(): number {
    return this.#left;
  }

  /** Prepares for reading, in short steps. */
  *prepare(): Generator<void> {
    for (const [index, phrase] of this.#phrases.entries()) {
      this.#add(index, phrase);
      yield;
    }
    yield* this.#link();
  }

  /** Starts over with an unrelated text. */
  restart(): void {
    this.#state = root;
  }

  /** Reads a piece. @param base its offset in the whole text */
  read(piece: string, base: number, onFound: OnFound): void {
    let state = this.#state;
    for (let at = 0; at < piece.length; at += 1) {
      state = this.#after(state, piece.charCodeAt(at));
      if (this.#ending[state] !== 0 || this.#shorter[state] !== root)
        this.#tell(state, base + at + 1, onFound);
    }
    this.#state = state;
  }

  #add(index: number, phrase: string): void {
    let state = root;
    for (let at = 0; at < phrase.length; at += 1) {
      const unit = phrase.charCodeAt(at);
      let next = this.#step(state, unit);
      if (next === root) {
        next = this.#states;
        this.#states += 1;
        if (state === root) this.#first[unit] = next;
        else if (next === state + 1) this.#chain[state] = unit + 1;
        else this.#branches.add(state, unit, next);
      }
      state = next;
    }
    this.#ending[state] = index + 1;
  }

  /** Level by level: a state's fallback needs the fallbacks of all shorter states. */
  *#link(): Generator<void> {
    let depth = this.#phrases.map((_, index) => ({ index, state: root }));
    let steps = 0;
    for (let at = 0; depth.length > 0; at += 1) {
      const deeper: typeof depth = [];
      for (const one of depth) {
        const phrase = this.#phrases[one.index] ?? '';
        if (at >= phrase.length) continue;
        const unit = phrase.charCodeAt(at);
        const state = this.#step(one.state, unit);
        const fallback = one.state === root ? root : this.#after(this.#fallbackOf(one.state), unit);
        this.#fallback[state] = fallback;
        this.#shorter[state] =
          this.#ending[fallback] === 0 ? (this.#shorter[fallback] ?? root) : fallback;
        one.state = state;
        deeper.push(one);
        steps += 1;
        if (steps % stepsAtOnce === 0) yield;
      }
      depth = deeper;
    }
  }

  #fallbackOf(state: number): number {
    return this.#fallback[state] ?? root;
  }

  #step(state: number, unit: number): number {
    if (state === root) return this.#first[unit] ?? root;
    return this.#chain[state] === unit + 1 ? state + 1 : this.#branches.get(state, unit);
  }

  #after(from: number, unit: number): number {
    for (let state = from; state !== root; state = this.#fallbackOf(state)) {
      const next = this.#step(state, unit);
      if (next !== root) return next;
    }
    return this.#first[unit] ?? root;
  }

  /** Reports each phrase that ends here for the first time. */
  #tell(state: number, end: number, onFound: OnFound): void {
    for (let at = this.#open(state); at !== root; at = this.#open(at)) {
      onFound((this.#ending[at] ?? 0) - 1, end);
      this.#ending[at] = 0;
      this.#left -= 1;
    }
  }

  /** The first fallback at which an unfound phrase ends. Compresses the path on the way. */
  #open(state: number): number {
    let open = state;
    while (open !== root && this.#ending[open] === 0) open = this.#shorter[open] ?? root;
    for (let at = state; at !== open;) {
      const next = this.#shorter[at] ?? root;
      this.#shorter[at] = open;
      at = next;
    }
    return open;
  }
}

/** Transitions other than the main one of a state. The hash is keyed, so that nobody can provoke collisions. */
class Branches {
  readonly #mask: number;
  readonly #from: Int32Array;
  readonly #unit: Uint16Array;
  readonly #to: Int32Array;
  readonly #key = Math.floor(Math.random() * 2 ** 32) | 1;

  constructor(count: number) {
    const size = 2 ** Math.ceil(Math.log2(count * 2 + 1));
    this.#mask = size - 1;
    this.#from = new Int32Array(size);
    this.#unit = new Uint16Array(size);
    this.#to = new Int32Array(size);
  }

  /** 0 if there is none. */
  get(from: number, unit: number): number {
    return this.#to[this.#slot(from, unit)] ?? 0;
  }

  add(from: number, unit: number, to: number): void {
    const slot = this.#slot(from, unit);
    this.#from[slot] = from;
    this.#unit[slot] = unit;
    this.#to[slot] = to;
  }

  #slot(from: number, unit: number): number {
    let hash = Math.imul(from ^ Math.imul(unit + 1, this.#key), 0x9e_37_79_b1);
    hash = Math.imul(hash ^ (hash >>> 15), this.#key);
    let slot = (hash ^ (hash >>> 13)) & this.#mask;
    while (this.#to[slot] !== 0 && (this.#from[slot] !== from || this.#unit[slot] !== unit))
      slot = (slot + 1) & this.#mask;
    return slot;
  }
}
