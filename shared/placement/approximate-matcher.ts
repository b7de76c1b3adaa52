const rows = 32;
const topRow = 1 << (rows - 1);

/**
 * Approximate matching of a phrase in a text read unit by unit: yields the number of errors (insertions, deletions,
 * substitutions) of the best match ending at each unit. Computes 32 rows of the distance table at a time, only as far
 * down as the errors allow, so a unit takes at most `length / 32` steps. Source: Myers, "A fast bit-vector algorithm
 * for approximate string matching", 1999.
 */
export class ApproximateMatcher {
  /** Blocks computed so far: the measure of work. */
  steps = 0;
  readonly #length: number;
  readonly #maxErrors: number;
  readonly #last: number;
  /** The rows of the phrase with each unit. */
  readonly #rowsOf = new Map<number, Int32Array>();
  readonly #nowhere: Int32Array;
  /** Bits of rows with one error more, or less, than the row above. */
  readonly #more: Int32Array;
  readonly #less: Int32Array;
  /** Errors in the last row of each block. */
  readonly #errors: Int32Array;
  #active = 0;

  /** @param phrase not empty @param maxErrors less than its length */
  constructor(phrase: string, maxErrors: number) {
    const blocks = Math.ceil(phrase.length / rows);
    this.#length = phrase.length;
    this.#maxErrors = maxErrors;
    this.#last = blocks - 1;
    this.#nowhere = new Int32Array(blocks);
    this.#more = new Int32Array(blocks);
    this.#less = new Int32Array(blocks);
    this.#errors = new Int32Array(blocks);
    for (let at = 0; at < phrase.length; at += 1) {
      const unit = phrase.charCodeAt(at);
      const own = this.#rowsOf.get(unit) ?? new Int32Array(blocks);
      this.#rowsOf.set(unit, own);
      const block = Math.floor(at / rows);
      own[block] = (own[block] ?? 0) | (1 << (at % rows));
    }
    this.restart();
  }

  /** Starts over with an unrelated text. */
  restart(): void {
    this.#active = Math.max(0, Math.ceil(this.#maxErrors / rows) - 1);
    for (let block = 0; block <= this.#active; block += 1) this.#open(block, this.#rowsUpTo(block));
  }

  /** Reads a unit. @returns the errors of the best match ending here; undefined if there are too many */
  read(unit: number): number | undefined {
    const own = this.#rowsOf.get(unit) ?? this.#nowhere;
    let carry = 0;
    for (let block = 0; block <= this.#active; block += 1) carry = this.#advance(block, own, carry);
    this.steps += this.#active + 1;
    const errors = this.#errors[this.#active] ?? 0;
    const next = this.#active + 1;
    const goesOn =
      next <= this.#last &&
      errors - carry <= this.#maxErrors &&
      (((own[next] ?? 0) & 1) !== 0 || carry < 0);
    if (goesOn) {
      this.#open(next, errors - carry + this.#rowsUpTo(next) - this.#rowsUpTo(next - 1));
      this.#advance(next, own, carry);
      this.#active = next;
    } else
      while (this.#active > 0 && (this.#errors[this.#active] ?? 0) >= this.#maxErrors + rows)
        this.#active -= 1;
    const found = this.#errors[this.#last] ?? 0;
    return this.#active === this.#last && found <= this.#maxErrors ? found : undefined;
  }

  #rowsUpTo(block: number): number {
    return Math.min((block + 1) * rows, this.#length);
  }

  /** Starts a block in which each row has one error more than the row above. */
  #open(block: number, errors: number): void {
    this.#more[block] = -1;
    this.#less[block] = 0;
    this.#errors[block] = errors;
  }

  /** Computes a block of the next column from the carry above. @returns the carry below */
  #advance(block: number, own: Int32Array, carry: number): number {
    const more = this.#more[block] ?? 0;
    const less = this.#less[block] ?? 0;
    const equal = own[block] ?? 0;
    const vertical = equal | less;
    const matching = carry < 0 ? equal | 1 : equal;
    const horizontal = (((matching & more) + more) ^ more) | matching;
    let up = less | ~(horizontal | more);
    let down = more & horizontal;
    const last = block === this.#last ? 1 << ((this.#length - 1) % rows) : topRow;
    const out = (up & last) === 0 ? ((down & last) === 0 ? 0 : -1) : 1;
    up = (up << 1) | (carry > 0 ? 1 : 0);
    down = (down << 1) | (carry < 0 ? 1 : 0);
    this.#more[block] = down | ~(vertical | up);
    this.#less[block] = up & vertical;
    this.#errors[block] = (this.#errors[block] ?? 0) + out;
    return out;
  }
}
