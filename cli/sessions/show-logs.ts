import { setTimeout as delay } from 'node:timers/promises';
import { sessionFiles } from '../../shared/node/paths.ts';
import { startTimeOf } from '../../shared/node/process-identity.ts';
import { checkId, unknownSession } from '../client/client-errors.ts';
import { liveSessions, readRegistry } from '../client/read-registry.ts';
import type { Context } from '../context.ts';
import { interruptible, Interruption } from '../opening/interruption.ts';
import { plainLine, safeJson } from '../output/plain-text.ts';
import { printResult } from '../output/print.ts';
import { LogTail } from './log-tail.ts';

interface ShowLogsOptions {
  readonly id: string;
  readonly isFollowing: boolean;
  readonly isJson: boolean;
}

const pollMs = 200;

/**
 * Prints a session's log, and follows it until the session ends or the command is interrupted. @returns the exit code
 */
export const showLogs = async (options: ShowLogsOptions, context: Context): Promise<number> => {
  const { id, isFollowing, isJson } = options;
  const { log } = sessionFiles(context.paths, checkId(id));
  const print = async (lines: readonly string[]): Promise<void> => {
    const shown = lines.map(isJson ? safeJson : formatLogLine);
    if (shown.length > 0) await printResult(shown.join('\n'));
  };
  const older = new LogTail(`${log}.1`);
  const tail = new LogTail(log);
  const lines = [...older.read(), ...tail.read()];
  const isOpen = openCheck(id, context);
  if (lines.length === 0 && !isOpen()) throw unknownSession(id);
  await print(lines);
  try {
    if (isFollowing) await follow({ tail, print, isOpen });
  } finally {
    older.close();
    tail.close();
  }
  return 0;
};

/** Returns a function that checks whether the session's process is alive. */
const openCheck = (id: string, { paths }: Context): (() => boolean) => {
  const found = readRegistry(paths.registry);
  const sessions = found.kind === 'found' ? liveSessions(found.registry) : [];
  const session = sessions.find((candidate) => candidate.id === id);
  return () => session !== undefined && startTimeOf(session.pid) === session.startTime;
};

interface FollowOptions {
  readonly tail: LogTail;
  readonly print: (lines: readonly string[]) => Promise<void>;
  readonly isOpen: () => boolean;
}

const follow = async ({ tail, print, isOpen }: FollowOptions): Promise<void> => {
  try {
    await interruptible(async (signal) => {
      while (!signal.aborted) {
        // Checked before the read, so that the last lines of a process are not missed.
        const isLast = !isOpen();
        await print(tail.read());
        if (isLast) return;
        await delay(pollMs, undefined, { signal }).catch(() => signal.throwIfAborted());
      }
    });
  } catch (error) {
    if (!(error instanceof Interruption)) throw error;
  }
};

const levels: Readonly<Record<number, string>> = {
  10: 'TRACE',
  20: 'DEBUG',
  30: 'INFO',
  40: 'WARN',
  50: 'ERROR',
  60: 'FATAL',
};

// Shown at the front, or the same on every line.
const known = new Set(['time', 'level', 'msg', 'component', 'pid', 'session', 'hostname']);

const formatValue = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value);

/** Formats a log line for people: time, level, component, message, then the other fields; other lines as they are. */
export const formatLogLine = (line: string): string => {
  let entry: unknown;
  try {
    entry = JSON.parse(line);
  } catch {
    // A partial line: the process died while writing.
    return plainLine(line);
  }
  if (typeof entry !== 'object' || entry === null) return plainLine(line);
  const fields = entry as Readonly<Record<string, unknown>>;
  const { time, level, msg, component } = fields;
  const rest = Object.entries(fields)
    .filter(([name]) => !known.has(name))
    .map(([name, value]) => `${name}=${formatValue(value)}`);
  const front = [
    typeof time === 'string' ? time.slice(11, 23) : '',
    (levels[Number(level)] ?? '').padEnd(5),
    formatValue(component ?? '').padEnd(10),
    formatValue(msg ?? ''),
  ];
  return plainLine([...front, ...rest].filter((part) => part !== '').join(' '));
};
