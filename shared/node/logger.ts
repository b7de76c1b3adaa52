import { pino, type Logger } from 'pino';
import { LogFile } from './log-file.ts';

export type { Logger } from 'pino';

interface LoggerOptions {
  /** Absolute path; the folder must exist. */
  readonly file: string;
  readonly level: string;
  /** Fields of every line: the component, and the session if any. */
  readonly fields: Readonly<Record<string, string>>;
  /** Size at which the file is rotated to `FILE.1`. */
  readonly rotateBytes?: number;
}

/** A log written in the background; `flush` before exit. */
export interface Log {
  readonly logger: Logger;
  readonly flush: () => void;
}

const defaultRotateBytes = 10 * 1024 * 1024;

/** Opens a log of JSON lines (0600), rotated by size, with at most two files. What the disk refuses is lost. */
export const openLog = ({
  file,
  level,
  fields,
  rotateBytes = defaultRotateBytes,
}: LoggerOptions): Log => {
  const destination = new LogFile({ path: file, rotateBytes });
  const logger = pino(
    {
      level,
      base: { pid: process.pid, ...fields },
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: serializeError },
    },
    destination,
  );
  return { logger, flush: () => destination.flush() };
};

/** Parse errors may quote what is reviewed, or the reviewer's comments. */
const serializeError = (thrown: unknown): unknown => {
  if (!(thrown instanceof Error) || !quotesContent(thrown))
    return pino.stdSerializers.err(thrown as Error);
  const { name, stack = '' } = thrown;
  const frames = stack.split('\n').filter((line) => /^ {4}at /u.test(line));
  return { type: name, message: 'left out: it quotes what was parsed', stack: frames.join('\n') };
};

const quotesContent = (error: unknown): boolean =>
  error instanceof SyntaxError ||
  (error instanceof Error && quotesContent(error.cause)) ||
  (error instanceof AggregateError && error.errors.some(quotesContent));
