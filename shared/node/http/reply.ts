import { open, type FileHandle } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';

/** A part of a file to send, with an optional prefix. */
interface FilePart {
  readonly contentType: string;
  /** Text sent before the part. */
  readonly head?: string;
  /** Text sent after it. */
  readonly tail?: string;
  /** Offset of the first byte. */
  readonly offset: number;
  /** Length; default is up to the end of the file. */
  readonly bytes?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Something that opens event streams: an `EventHub`. */
interface OpensStreams {
  readonly open: (response: ServerResponse) => void;
}

/** A handler's reply. */
export type Reply =
  | {
      readonly kind: 'json';
      readonly status: number;
      readonly body: unknown;
      /** Whether to close the connection afterwards. */
      readonly isLast: boolean;
    }
  | {
      readonly kind: 'text';
      readonly contentType: string;
      readonly headers?: Readonly<Record<string, string>>;
      /** Consumed at the client's pace. */
      readonly read: () => Iterable<string> | AsyncIterable<Uint8Array>;
      /** Called after the whole body has been sent. */
      readonly onSent: (() => Promise<void>) | undefined;
    }
  | { readonly kind: 'file'; readonly file: FileHandle; readonly part: FilePart }
  | { readonly kind: 'stream'; readonly hub: OpensStreams }
  | { readonly kind: 'empty'; readonly status: number };

export type FileReply = Extract<Reply, { kind: 'file' }>;
export type TextReply = Extract<Reply, { kind: 'text' }>;

export const json = (body: unknown, status = 200): Reply => ({
  kind: 'json',
  status,
  body,
  isLast: false,
});

/** JSON, after which the connection closes because the process ends. */
export const lastJson = (body: unknown): Reply => ({
  kind: 'json',
  status: 200,
  body,
  isLast: true,
});

/** Text that is produced or read while it is sent. */
export const text = (
  contentType: string,
  read: TextReply['read'],
  onSent?: TextReply['onSent'],
): Reply => ({ kind: 'text', contentType, read, onSent });

/** A small page, with headers of its own. */
export const html = (content: string, headers: Readonly<Record<string, string>>): Reply => ({
  kind: 'text',
  contentType: 'text/html; charset=utf-8',
  headers,
  read: () => [content],
  onSent: undefined,
});

/** A part of an open file, streamed and then closed. */
export const file = (handle: FileHandle, part: FilePart): FileReply => ({
  kind: 'file',
  file: handle,
  part,
});

export const stream = (hub: OpensStreams): Reply => ({ kind: 'stream', hub });

export const empty = (status: number): Reply => ({ kind: 'empty', status });

/**
 * Opens a file, runs `use` and closes the file, unless the reply streams it and closes it itself.
 * @throws the result of `toError` if the file cannot be opened
 */
export const withFile = async <Result>(
  path: string,
  use: (file: FileHandle) => Result | Promise<Result>,
  toError: (cause: unknown) => Error,
): Promise<Result> => {
  const handle = await open(path).catch((cause: unknown) => {
    throw toError(cause);
  });
  let isSending = false;
  try {
    const result = await use(handle);
    isSending = sends(result, handle);
    return result;
  } finally {
    if (!isSending) await handle.close();
  }
};

const sends = (result: unknown, handle: FileHandle): result is FileReply =>
  typeof result === 'object' && result !== null && 'file' in result && result.file === handle;
