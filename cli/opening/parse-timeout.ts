import { UsageError } from '../usage-error.ts';

const unitsMs: Readonly<Record<string, number>> = {
  '': 1000,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};
/** The longest that setTimeout supports. */
const longestMs = 24 * 86_400_000;

/**
 * Parses `--timeout` to milliseconds: seconds, or a number with a unit (`540`, `9m`, `4d`); infinite for `none`.
 * @throws UsageError
 */
export const parseTimeout = (text: string | undefined): number | undefined => {
  if (text === undefined) return undefined;
  if (text === 'none') return Number.POSITIVE_INFINITY;
  const [, digits, unit = ''] = /^(\d{1,8})([smhd]?)$/u.exec(text) ?? [];
  const timeoutMs = Number(digits) * (unitsMs[unit] ?? Number.NaN);
  if (timeoutMs >= 1000 && timeoutMs <= longestMs) return timeoutMs;
  throw new UsageError(
    `--timeout must be a number of seconds, or one with its unit (540, 9m, 4d), 24 days at most, or none; ${text} is not.`,
  );
};
