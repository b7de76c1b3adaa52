import { rm } from 'node:fs/promises';
import * as z from 'zod';
import { GalleyError } from '../../shared/errors.ts';
import { keptVersionsPath } from '../../shared/node/kept-versions.ts';
import { documentPaths } from '../../shared/node/paths.ts';
import { textSchema } from '../../shared/scalars.ts';
import { sessionTargets } from '../../shared/session/session-targets.ts';
import { CachedFile, isThere, readSpoolFile } from '../content/spool-file.ts';
import type { SessionCore } from '../session-core.ts';
import type { PlacedBlocks } from './placed-blocks.ts';
import { maxTriedDocuments } from '../../shared/limits.ts';

interface Index {
  readonly version: number;
  /** The document to open with. */
  readonly first: string;
  readonly positions: ReadonlyMap<string, number>;
}

interface Named {
  readonly name: string;
}

const isNamed = (value: unknown): value is Named =>
  typeof value === 'object' && value !== null && 'name' in value && typeof value.name === 'string';

/**
 * What is needed of a `DocumentIndex`. Its items are checked without a schema: what it takes to parse thousands of them
 * by one stays, 3 % of an idle worker's memory.
 */
const namesSchema = z.object({
  first: textSchema,
  documents: z.custom<readonly Named[]>((value) => Array.isArray(value) && value.every(isNamed)),
});

/** The documents of a session of many: each is rendered by a task when it is asked for first. */
export class Documents {
  readonly #core: Pick<SessionCore, 'assignment' | 'derivations' | 'version'>;
  readonly #index: CachedFile<Index>;

  constructor(core: Pick<SessionCore, 'assignment' | 'derivations' | 'version'>) {
    this.#core = core;
    this.#index = new CachedFile(async () => {
      const version = core.version.current;
      const { index } = documentPaths(core.assignment.files.spool, version);
      const { first, documents } = await readSpoolFile(index, namesSchema);
      const positions = new Map(documents.map(({ name }, position) => [name, position]));
      return { version, first, positions };
    });
  }

  /** @throws GalleyError `storage_failed` */
  index(): Promise<Index> {
    return this.#index.use();
  }

  /** Drops what is known, since there is a new version. */
  drop(): void {
    this.#index.drop();
  }

  /**
   * The file of a document, rendered now if it was not yet.
   * @throws GalleyError `not_found` for an unknown name, or as rendering does
   */
  async have(name: string): Promise<string> {
    const { path, ...document } = await this.#find(name);
    await this.#core.derivations.have({ kind: 'document', ...document }, path);
    return path;
  }

  /** Keeps a document, which is rendered, as a version: only what somebody has opened is worth the room. */
  async keep(name: string): Promise<void> {
    const { path, ...document } = await this.#find(name);
    await this.#core.derivations
      .have({ kind: 'kept-document', ...document }, keptVersionsPath(path))
      // It can be reviewed all the same.
      .catch(() => undefined);
  }

  /**
   * The document to begin with: the first of the list, or one of the next if that cannot be shown.
   * @throws GalleyError as `have` does for the first
   */
  async start(): Promise<{ readonly file: string; readonly path: string }> {
    const { first, positions } = await this.index();
    try {
      return { file: first, path: await this.have(first) };
    } catch (error) {
      const others = [...positions.keys()].filter((name) => name !== first);
      for (const file of others.slice(0, maxTriedDocuments)) {
        const path = await this.have(file).catch(() => undefined);
        if (path !== undefined) return { file, path };
      }
      throw error;
    }
  }

  /** What placement needs of a document; undefined if it is unknown, or was not rendered yet. */
  async placed(name: string): Promise<PlacedBlocks | undefined> {
    const { version, positions } = await this.index();
    const position = positions.get(name);
    if (position === undefined) return undefined;
    const path = this.#rendered(version, position);
    if (!(await isThere(path))) return undefined;
    const { readPlacedBlocks } = await import('./placed-blocks.ts');
    return readPlacedBlocks(path);
  }

  async removeVersion(version: number): Promise<void> {
    const { folder } = documentPaths(this.#core.assignment.files.spool, version);
    await rm(folder, { recursive: true, force: true });
  }

  /** @throws GalleyError `not_found` */
  async #find(name: string) {
    const { version, positions } = await this.index();
    const position = positions.get(name);
    if (position === undefined) throw noDocument(name);
    return { name, position, version, path: this.#rendered(version, position) };
  }

  #rendered(version: number, position: number): string {
    return documentPaths(this.#core.assignment.files.spool, version).rendered(position);
  }
}

const noDocument = (name: string): GalleyError =>
  new GalleyError(
    'not_found',
    `There is no document ${name} here. ${sessionTargets.getDocuments} lists them.`,
  );
