import { dirname } from 'node:path';
import type { ContentSource } from '../../shared/session/content.ts';

/** What a session shows, or one of its documents. */
export interface ShownDocument {
  /** The rendered document in the spool; its texts are beside it. */
  readonly document: string;
  /** Its name; undefined for all that one page shows. */
  readonly file: string | undefined;
  /** Whether the session shows others, too. */
  readonly isOneOfMany: boolean;
}

/** Finds a document by its name, or the one to begin with. @throws GalleyError `not_found` */
export type FindShown = (file: string | undefined) => Promise<ShownDocument>;

/** The folder that documents show images of: their own, or where their names start from. */
export const assetsFolder = (source: ContentSource): string | undefined =>
  source.kind === 'path' ? (source.namesFrom ?? dirname(source.path)) : undefined;
