const quote = 0x22;
const backslash = 0x5c;
const openings = new Set(Buffer.from('{['));
const closings = new Set(Buffer.from('}]'));

/** How deep the brackets are around the items of a list that the top object holds. */
const listDepth = 2;

/**
 * Reads JSON as its bytes come and gives the objects of one list of its top object, each when it is there: neither the
 * text nor the time of all of it is needed at once.
 */
export class JsonItems {
  readonly #key: Buffer;
  readonly #onItem: (item: unknown) => void;
  #depth = 0;
  #isInString = false;
  #isEscaped = false;
  /** The key that the top object has named last, or the value, where that is a text. */
  #name: Buffer[] | undefined;
  #lastName = Buffer.alloc(0);
  /** What there is of the item that has begun. */
  #item: Buffer[] | undefined;

  constructor(key: string, onItem: (item: unknown) => void) {
    this.#key = Buffer.from(`"${key}"`);
    this.#onItem = onItem;
  }

  /** @throws SyntaxError where an item is no JSON */
  take(bytes: Buffer): void {
    let itemFrom = 0;
    let nameFrom = 0;
    for (let at = 0; at < bytes.length; at += 1) {
      const byte = bytes[at] ?? 0;
      if (this.#isInString) {
        if (this.#isEscaped) this.#isEscaped = false;
        else if (byte === backslash) this.#isEscaped = true;
        else if (byte === quote) {
          this.#isInString = false;
          if (this.#name !== undefined) this.#named(bytes.subarray(nameFrom, at + 1));
        }
      } else if (byte === quote) {
        this.#isInString = true;
        if (this.#depth === 1) {
          this.#name = [];
          nameFrom = at;
        }
      } else if (openings.has(byte)) {
        if (this.#depth === listDepth && this.#lastName.equals(this.#key)) {
          this.#item = [];
          itemFrom = at;
        }
        this.#depth += 1;
      } else if (closings.has(byte)) {
        this.#depth -= 1;
        if (this.#depth === listDepth && this.#item !== undefined)
          this.#ended(bytes.subarray(itemFrom, at + 1));
      }
    }
    this.#name?.push(bytes.subarray(nameFrom));
    this.#item?.push(bytes.subarray(itemFrom));
  }

  /** @throws SyntaxError where the text has ended before its time */
  end(): void {
    if (this.#depth !== 0 || this.#isInString) throw new SyntaxError('The JSON is cut off.');
  }

  #named(last: Buffer): void {
    this.#lastName = Buffer.concat([...(this.#name ?? []), last]);
    this.#name = undefined;
  }

  #ended(last: Buffer): void {
    const text = Buffer.concat([...(this.#item ?? []), last]).toString('utf8');
    this.#item = undefined;
    this.#onItem(JSON.parse(text));
  }
}
