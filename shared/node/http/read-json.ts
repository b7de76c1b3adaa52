import { isAscii } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { GalleyError } from '../../errors.ts';

/**
 * Reads a JSON body. Collects bytes and decodes once: for a batch, decoding chunk by chunk costs as much as parsing. An
 * empty body counts as `{}`.
 * @throws GalleyError `unsupported_media_type`, `body_too_large`, `invalid_json` or `bad_request`
 */
export const readJson = async (request: IncomingMessage, limitBytes: number): Promise<unknown> => {
  assertPlainJson(request);
  return parseJson(await readBytes(request, limitBytes));
};

/**
 * Parses a JSON body; an empty one counts as `{}`.
 * @throws GalleyError `invalid_json`
 */
export const parseJson = (bytes: Buffer): unknown => {
  const text = decode(bytes);
  if (text === '') return {};
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new GalleyError('invalid_json', 'The body is not JSON. Correct it and send it again.', {
      cause,
    });
  }
};

export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';

const jsonType = /^application\/json\s*(?:;|$)/iu;
const charset = /;\s*charset\s*=\s*("?)([^\s;"]*)\1\s*(?:;|$)/iu;

/** @throws GalleyError `unsupported_media_type` */
export const assertPlainJson = ({ headers }: IncomingMessage): void => {
  const type = headers['content-type'] ?? '';
  if (!jsonType.test(type))
    throw new GalleyError(
      'unsupported_media_type',
      'The body must be JSON: send it with the header "Content-Type: application/json".',
    );
  const encoding = headers['content-encoding']?.toLowerCase() ?? 'identity';
  const name = charset.exec(type)?.[2]?.toLowerCase() ?? 'utf-8';
  if (encoding !== 'identity' || name !== 'utf-8')
    throw new GalleyError(
      'unsupported_media_type',
      'Send the body as plain UTF-8, not compressed.',
    );
};

/** @throws GalleyError `unsupported_media_type` for a compressed body */
export const assertUncoded = ({ headers }: IncomingMessage): void => {
  if ((headers['content-encoding']?.toLowerCase() ?? 'identity') !== 'identity')
    throw new GalleyError('unsupported_media_type', 'Send the body as it is, not compressed.');
};

/**
 * A body that is too large is read to the end and discarded: otherwise a client that is still sending would not see the
 * response.
 */
const readBytes = (request: IncomingMessage, limitBytes: number): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let bytes = 0;
    request.on('data', (part: Buffer) => {
      bytes += part.length;
      if (bytes <= limitBytes) parts.push(part);
      else parts.length = 0;
    });
    request.once('end', () => {
      if (bytes > limitBytes) reject(bodyTooLarge());
      else resolve(parts.length === 1 && parts[0] !== undefined ? parts[0] : Buffer.concat(parts));
    });
    const cut = (cause?: Error) => reject(cutOff(cause));
    request.once('error', cut);
    request.once('close', () => {
      if (!request.complete) cut();
    });
  });

export const bodyTooLarge = (): GalleyError =>
  new GalleyError('body_too_large', 'The body is too large. Send it in smaller batches.');

/** The error for a body that ended early. */
export const cutOff = (cause: unknown): GalleyError =>
  new GalleyError('bad_request', 'The request cannot be understood.', { cause });

/** Most bodies are ASCII, for which Latin-1 is a plain copy without decoding. */
const decode = (bytes: Buffer): string => {
  if (isAscii(bytes)) return bytes.toString('latin1');
  const text = bytes.toString('utf8');
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
};
