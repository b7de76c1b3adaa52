import { plainLine } from '../output/plain-text.ts';

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
