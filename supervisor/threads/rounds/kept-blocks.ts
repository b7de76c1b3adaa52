import { readFileIfThere } from '../../../shared/node/atomic-file.ts';
import { keptDocumentPath } from '../../../shared/node/paths.ts';
import { renderedDocumentSchema, type Block } from '../../../shared/placement/blocks.ts';
import { keptDocumentsSchema } from '../../../shared/session/rounds.ts';

/** What the last round showed, whether on one page or as a document each. */
export interface KeptBlocks {
  /** Names of the documents that were shown. */
  readonly names: readonly string[];
  /** The blocks of one; undefined if they are not kept, or damaged. */
  readonly of: (name: string) => Promise<readonly Block[] | undefined>;
  /** All of them. */
  readonly together: () => Promise<readonly Block[]>;
}

/**
 * @param documents the list of the documents that had a page each; it may not be there
 * @param page what the last round opened with, or all of it
 * @throws Error if the list is damaged
 */
export const readKeptBlocks = async (
  documents: string,
  page: readonly Block[],
): Promise<KeptBlocks> => {
  const list = await readFileIfThere(documents);
  if (list === undefined) return onPage(page);
  const kept = keptDocumentsSchema.parse(JSON.parse(list));
  const places = new Map(
    kept.flatMap(({ name, position, isKept }) =>
      isKept ? [[name, keptDocumentPath(documents, position)]] : [],
    ),
  );
  const of = async (name: string) => {
    const path = places.get(name);
    return path === undefined ? undefined : readBlocks(path);
  };
  return {
    names: kept.map(({ name }) => name),
    of,
    together: async () => {
      const all: (readonly Block[])[] = [];
      for (const name of places.keys()) all.push((await of(name)) ?? []);
      return all.flat();
    },
  };
};

const onPage = (page: readonly Block[]): KeptBlocks => {
  const files = new Map<string, Block[]>();
  for (const block of page) {
    if (block.file === undefined) continue;
    const own = files.get(block.file);
    if (own === undefined) files.set(block.file, [block]);
    else own.push(block);
  }
  return {
    names: [...files.keys()],
    of: (name) => Promise.resolve(files.get(name)),
    together: () => Promise.resolve(page),
  };
};

const readBlocks = async (path: string): Promise<readonly Block[] | undefined> => {
  try {
    const text = await readFileIfThere(path);
    return text === undefined ? undefined : renderedDocumentSchema.parse(JSON.parse(text)).blocks;
  } catch {
    return undefined;
  }
};
