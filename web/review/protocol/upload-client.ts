import type { ErrorBody } from '../../../shared/errors.ts';
import type { sessionSchemas } from '../../../shared/session/session-routes.ts';
import { uploadTargets } from '../../../shared/session/part-targets.ts';
import type { Upload } from '../../../shared/session/upload.ts';
import { createApiClient, type Answer } from '../../shell/api-client.ts';
import { silence } from './session-client.ts';

interface UploadApi {
  readonly targets: typeof uploadTargets;
  readonly schemas: typeof sessionSchemas;
}

export const uploadClient = createApiClient<UploadApi>(uploadTargets, { silence });

const withinMs = 120_000;

/** Stores an image; the body is the file itself. */
export const uploadImage = async (file: Blob): Promise<Answer<Upload>> => {
  try {
    const response = await fetch(uploadClient.urlOf('addUpload'), {
      method: 'POST',
      cache: 'no-store',
      credentials: 'omit',
      headers: { 'Content-Type': 'application/octet-stream' },
      body: file,
      signal: AbortSignal.timeout(withinMs),
    });
    const value: unknown = await response.json();
    const { status } = response;
    if (response.ok) return { kind: 'ok', value: value as Upload, serverMs: Date.now() };
    const { code = '', error: sentence = silence } = value as Partial<ErrorBody>;
    return { kind: 'refused', status, code, sentence, body: value };
  } catch {
    return { kind: 'unreachable', sentence: silence };
  }
};
