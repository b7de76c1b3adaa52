import type { ErrorBody } from '../../../shared/errors.ts';
import type {
  CutReason,
  FileReferences,
  ReferencesPart,
} from '../../../shared/session/navigation.ts';
import type { sessionSchemas } from '../../../shared/session/session-routes.ts';
import { navigationTargets } from '../../../shared/session/part-targets.ts';
import { createApiClient } from '../../shell/api-client.ts';
import { silence } from './session-client.ts';

interface NavigationApi {
  readonly targets: typeof navigationTargets;
  readonly schemas: typeof sessionSchemas;
}

export const navigationClient = createApiClient<NavigationApi>(navigationTargets, { silence });

interface WantedReferences {
  readonly name: string;
  readonly side: 'old' | 'new';
  /** The file in which it was met; empty if that is unknown. */
  readonly path: string;
  readonly signal: AbortSignal;
  /** Called with the files of each part of the answer. */
  readonly onFiles: (files: readonly FileReferences[]) => void;
}

/** How a search ended: with what was cut, or with a sentence if it failed. */
export type SearchEnd = { readonly cut?: CutReason } | { readonly error: string };

/** Reads references while they are found. */
export const readReferences = async ({
  name,
  side,
  path,
  signal,
  onFiles,
}: WantedReferences): Promise<SearchEnd> => {
  const failed = { error: silence };
  try {
    const url = navigationClient.urlOf('getReferences', {
      query: { name, side, path: path === '' ? undefined : path },
    });
    const response = await fetch(url, { cache: 'no-store', credentials: 'omit', signal });
    if (!response.ok)
      return { error: ((await response.json()) as Partial<ErrorBody>).error ?? silence };
    let rest = '';
    for await (const text of textOf(response)) {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      const parts = lines.map((line) => JSON.parse(line) as ReferencesPart);
      const files = parts.filter((part) => 'path' in part);
      if (files.length > 0) onFiles(files);
      const end = parts.find((part) => 'end' in part);
      if (end !== undefined) return end;
    }
    return failed;
  } catch {
    return failed;
  }
};

/** Not every browser has streams as async iterables. */
async function* textOf({ body }: Response): AsyncGenerator<string> {
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const read = await reader?.read();
    if (read === undefined || read.done) return;
    yield read.value;
  }
}
