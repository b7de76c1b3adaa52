import type { FileHandle } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';

/** Which part of a file is sent, behind what. */
export interface FilePart {
  readonly contentType: string;
  /** Text that stands before the part. */
  readonly head?: string;
  /** First byte of the part. */
  readonly offset: number;
  /** Length of the part; to the end of the file where absent. */
  readonly bytes?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What becomes a stream of events: an `EventHub`. */
interface OpensStreams {
  readonly open: (response: ServerResponse) => void;
}

/** What a handler answers. */
export type Reply =
  | {
      readonly kind: 'json';
      readonly status: number;
      readonly body: unknown;
      /** Whether the connection is closed behind it. */
      readonly isLast: boolean;
    }
  | {
      readonly kind: 'text';
      readonly contentType: string;
      /** Sent as fast as the client reads. */
      readonly read: () => Iterable<string> | AsyncIterable<Uint8Array>;
      /** Called when the client has been sent all of it. */
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

/** JSON behind which the connection is closed: the process ends. */
export const lastJson = (body: unknown): Reply => ({
  kind: 'json',
  status: 200,
  body,
  isLast: true,
});

/** Text that is made or read while it is sent. */
export const text = (
  contentType: string,
  read: TextReply['read'],
  onSent?: TextReply['onSent'],
): Reply => ({ kind: 'text', contentType, read, onSent });

/** A part of an open file, which is closed when it has been sent: none of it stays in memory. */
export const file = (handle: FileHandle, part: FilePart): FileReply => ({
  kind: 'file',
  file: handle,
  part,
});

export const stream = (hub: OpensStreams): Reply => ({ kind: 'stream', hub });

export const empty = (status: number): Reply => ({ kind: 'empty', status });
