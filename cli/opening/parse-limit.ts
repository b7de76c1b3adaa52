import { UsageError } from '../usage-error.ts';

const unitsMs: Readonly<Record<string, number>> = {
  '': 1000,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};
/** What a timer can hold. */
const longestMs = 24 * 86_400_000;

/**
 * `--timeout` in milliseconds: seconds, or a number with its unit (`540`, `9m`, `4d`); infinite for `none`.
 * @throws UsageError
 */
export const parseLimit = (text: string | undefined): number | undefined => {
  if (text === undefined) return undefined;
  if (text === 'none') return Number.POSITIVE_INFINITY;
  const [, digits, unit = ''] = /^(\d{1,8})([smhd]?)$/u.exec(text) ?? [];
  const limitMs = Number(digits) * (unitsMs[unit] ?? Number.NaN);
  if (limitMs >= 1000 && limitMs <= longestMs) return limitMs;
  throw new UsageError(
    `--timeout must be a number of seconds, or one with its unit (540, 9m, 4d), 24 days at most, or none; ${text} is not.`,
  );
};
