import { renameSync, statSync } from 'node:fs';
import { pino, type Logger } from 'pino';

export type { Logger } from 'pino';

interface LoggerOptions {
  /** Absolute path of the log file; its folder must be there. */
  readonly file: string;
  readonly level: string;
  /** Fields of every line: the component, and the session where there is one. */
  readonly fields: Readonly<Record<string, string>>;
  /** Size at which the file is set aside as `FILE.1` and begun anew. */
  readonly rotateBytes?: number;
}

/** A log that is written in the background, with a way to flush it before the process ends. */
export interface Log {
  readonly logger: Logger;
  readonly flush: () => void;
}

const defaultRotateBytes = 10 * 1024 * 1024;
/** Lines are written together: a write of each would cost a busy process more than to make the line. */
const bufferedBytes = 8 * 1024;
const bufferedMs = 100;

/** Opens a log of JSON lines (0600), rotated by size: two files at the most. */
export const openLog = ({
  file,
  level,
  fields,
  rotateBytes = defaultRotateBytes,
}: LoggerOptions): Log => {
  const destination = pino.destination({
    dest: file,
    sync: false,
    append: true,
    mode: 0o600,
    minLength: bufferedBytes,
  });
  quietFlush(destination);
  let writtenBytes = sizeOf(file);
  destination.on('write', (bytes: number) => {
    writtenBytes += bytes;
    if (writtenBytes < rotateBytes) return;
    writtenBytes = 0;
    rotate(file, () => destination.reopen());
  });
  // A full disk must not end the process that logs: the line is lost, the review is not.
  destination.on('error', () => undefined);
  const logger = pino(
    { level, base: { pid: process.pid, ...fields }, timestamp: pino.stdTimeFunctions.isoTime },
    flushedSoon(destination),
  );
  return { logger, flush: () => destination.flushSync() };
};

/** Writes what is buffered a moment later, whether more comes or not; no timer runs while nothing is logged. */
const flushedSoon = (destination: ReturnType<typeof pino.destination>) => {
  let timer: NodeJS.Timeout | undefined;
  return {
    write: (line: string) => {
      destination.write(line);
      timer ??= setTimeout(() => {
        timer = undefined;
        // Without a callback: with one it would wait for the disk.
        destination.flush();
      }, bufferedMs).unref();
    },
  };
};

/** Of a file that was begun by an earlier process, too. */
const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

const rotate = (file: string, reopen: () => void): void => {
  try {
    renameSync(file, `${file}.1`);
    reopen();
  } catch {
    // The log goes on in the file that it has.
  }
};

/**
 * Pino flushes when the process ends, too: what is thrown there, in a process that ends as soon as it has begun, would
 * keep it from ending.
 */
const quietFlush = (destination: { flushSync: () => void }): void => {
  const flushSync = destination.flushSync.bind(destination);
  destination.flushSync = () => {
    try {
      flushSync();
    } catch {
      // Not opened yet, or the disk is full: there is nothing more to be done at the end of a process.
    }
  };
};
