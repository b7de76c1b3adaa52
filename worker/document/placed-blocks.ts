import { createReadStream } from 'node:fs';
import type * as z from 'zod';
import { blockSchema } from '../../shared/placement/blocks.ts';
import { spoolError } from '../content/spool-file.ts';

const quote = 0x22;
const backslash = 0x5c;
const openings = new Set(Buffer.from('{['));
const closings = new Set(Buffer.from('}]'));

/** Nesting depth of the items in a list of the top-level object. */
const listDepth = 2;

/**
 * Streaming JSON parser for the objects of one list in the top-level object: never needs the whole text in memory, nor
 * the time to parse it in one go.
 */
export class JsonItems {
  readonly #key: Buffer;
  readonly #onItem: (item: unknown) => void;
  #depth = 0;
  #isInString = false;
  #isEscaped = false;
  /** The string being read at the top level, a key or a value, and the last complete one. */
  #name: Buffer[] | undefined;
  #lastName = Buffer.alloc(0);
  /** Bytes so far of the current item. */
  #item: Buffer[] | undefined;

  constructor(key: string, onItem: (item: unknown) => void) {
    this.#key = Buffer.from(`"${key}"`);
    this.#onItem = onItem;
  }

  /** @throws SyntaxError if an item is not valid JSON */
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

  /** @throws SyntaxError if the text ended early */
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

/** The part of a block that placement needs; leaves out the HTML, which is the larger half. */
const placedBlockSchema = blockSchema.pick({
  id: true,
  startLine: true,
  endLine: true,
  text: true,
  marks: true,
  file: true,
});
export type PlacedBlocks = readonly z.output<typeof placedBlockSchema>[];

/**
 * Reads the blocks of the rendered document for placement, one by one: parsing a large document at once would block
 * other requests.
 * @throws GalleyError `storage_failed`
 */
export const readPlacedBlocks = async (path: string): Promise<PlacedBlocks> => {
  const blocks: z.output<typeof placedBlockSchema>[] = [];
  const items = new JsonItems('blocks', (item) => blocks.push(placedBlockSchema.parse(item)));
  try {
    for await (const bytes of createReadStream(path) as AsyncIterable<Buffer>) items.take(bytes);
    items.end();
  } catch (cause) {
    throw spoolError(cause);
  }
  return blocks;
};
