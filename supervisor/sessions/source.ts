import * as z from 'zod';
import type { ProviderCapability } from '../../shared/session/capabilities.ts';
import type { ContentSource } from '../../shared/session/content.ts';
import type { Commits } from '../../shared/session/reviewed.ts';
import type { OpenRequest } from '../../shared/session/session.ts';
import { changeSourceSchemas } from '../version-control/change-source.ts';

/** What is reviewed, checked as far as can be done at once; the pool does the rest. Paths are absolute. */
export const sourceSchema = z.discriminatedUnion('kind', [
  /** Its text stands in the spool. */
  z.object({ kind: z.literal('text') }),
  z.object({
    kind: z.literal('files'),
    files: z.array(z.object({ path: z.string(), name: z.string() })),
    /** Whose documents they are; another look at it may find other ones. */
    folder: z.exactOptional(z.string()),
  }),
  z.object({ kind: z.literal('url'), url: z.string() }),
  ...changeSourceSchemas,
]);
export type Source = z.infer<typeof sourceSchema>;

/** What a request wants reviewed, as far as that is known before the pool prepares it. */
export interface InspectedSource {
  readonly source: Source;
  /** As the page shows it. */
  readonly shown: ContentSource;
  /** A title for a session that was given none. */
  readonly title: string;
  readonly project: string;
  /** Names what is reviewed, so that unsent words of a lost session are found again. */
  readonly key: string;
  /** What its provider gives beside the content itself. */
  readonly capabilities: readonly ProviderCapability[];
  /** The two sides of a change. */
  readonly commits?: Commits;
  /** A file that is copied into the spool: it may go once the session is open. */
  readonly copied?: string;
}

/** Has the pool inspect what a request wants reviewed. @throws GalleyError that says what is wrong with it */
export type InspectSource = (
  request: OpenRequest,
  signal?: AbortSignal,
) => Promise<InspectedSource>;

/** Where a content came from, as pages show it. */
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
