import { pino, type Logger } from 'pino';
import { LogFile } from './log-file.ts';

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

/** Opens a log of JSON lines (0600), rotated by size: two files at the most. What the disk does not take is lost. */
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

/** What failed to be parsed may be what is reviewed, or the reviewer's words, and such errors quote it. */
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
