import { plainLine } from './plain-text.ts';

/** Formats named values one per line, aligned; undefined ones are left out. */
export const formatFields = (fields: Readonly<Record<string, string | undefined>>): string => {
  const given = Object.entries(fields).filter(
    (field): field is [string, string] => field[1] !== undefined,
  );
  const width = Math.max(...given.map(([name]) => name.length));
  return given.map(([name, value]) => `${name.padEnd(width)}  ${plainLine(value)}\n`).join('');
};
