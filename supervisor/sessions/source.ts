import * as z from 'zod';
import type { ProviderCapability } from '../../shared/session/capabilities.ts';
import type { ContentSource } from '../../shared/session/content.ts';
import type { Commits } from '../../shared/session/reviewed.ts';
import type { OpenRequest } from '../../shared/session/session.ts';
import { changeSourceSchemas } from '../version-control/change-source.ts';

/** The source of a review's content, checked as far as possible without reading it. Paths are absolute. */
export const sourceSchema = z.discriminatedUnion('kind', [
  /** The text is in the spool. */
  z.object({ kind: z.literal('text') }),
  z.object({
    kind: z.literal('files'),
    files: z.array(z.object({ path: z.string(), name: z.string() })),
    /** The folder of the documents; after a refresh it may have others. */
    folder: z.exactOptional(z.string()),
  }),
  z.object({ kind: z.literal('url'), url: z.string() }),
  ...changeSourceSchemas,
]);
export type Source = z.infer<typeof sourceSchema>;

/** The source of a request, as far as it is known before preparation. */
export interface InspectedSource {
  readonly source: Source;
  /** As shown on the page. */
  readonly shown: ContentSource;
  /** Default title. */
  readonly title: string;
  readonly project: string;
  /** Identifies what is reviewed, to find the draft of a lost session. */
  readonly key: string;
  /** What the provider offers besides the content. */
  readonly capabilities: readonly ProviderCapability[];
  /** The two sides of a change. */
  readonly commits?: Commits;
  /** A file copied into the spool, as it may disappear once the session is open. */
  readonly copied?: string;
}

/** Inspects the source of a request in a task. @throws GalleyError if it cannot be reviewed */
export type InspectSource = (
  request: OpenRequest,
  signal?: AbortSignal,
) => Promise<InspectedSource>;

/** The source as shown on pages. */
export const shownSource = (source: Source): ContentSource => {
  switch (source.kind) {
    case 'text':
      return { kind: 'content' };
    case 'files':
      return { kind: 'path', path: source.folder ?? source.files[0]?.path ?? '' };
    case 'url':
      return source;
    case 'change':
      return { kind: 'path', path: source.path };
  }
};
