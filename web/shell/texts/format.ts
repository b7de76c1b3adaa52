let locale = 'en';
/** Cached, since constructing one is slower than formatting a whole frame. */
let numbers = new Intl.NumberFormat(locale);

/** Sets the locale for numbers and dates: BCP 47, or as named by the browser. */
export const setLocale = (tag: string): void => {
  // Chromium takes `en-US@posix` from its environment, which Intl rejects.
  const [plain = ''] = tag.split(/[^\w-]/u);
  try {
    locale = Intl.getCanonicalLocales(plain)[0] ?? 'en';
  } catch {
    locale = 'en';
  }
  numbers = new Intl.NumberFormat(locale);
};

/** `68,000`, localized. */
export const formatNumber = (value: number): string => numbers.format(value);

/** `95%`, from a whole number of percent. */
export const formatPercent = (percent: number): string =>
  new Intl.NumberFormat(locale, { style: 'percent' }).format(percent / 100);

/** `1.2 MB`, `640 bytes`: decimal units, as in file listings. */
export const formatBytes = (bytes: number): string => {
  const [unit, divisor] =
    bytes < 1000
      ? (['byte', 1] as const)
      : bytes < 1_000_000
        ? (['kilobyte', 1000] as const)
        : (['megabyte', 1_000_000] as const);
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit,
    unitDisplay: unit === 'byte' ? 'long' : 'short',
    maximumFractionDigits: 1,
  }).format(bytes / divisor);
};

/** Date and time of an instant (ISO 8601, or milliseconds since 1970) in the local time zone. */
export const formatDateTime = (instant: string | number): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(
    new Date(instant),
  );

/** A count with its noun: `1 finding`, `2,000 findings`. English and German need only two forms. */
export const counted = (count: number, one: string, many: string): string =>
  `${formatNumber(count)} ${count === 1 ? one : many}`;

/** `3, 5–7, and 12 more`, localized, from lines and ranges of lines; `more` is the text for those not listed. */
export const formatLines = (
  lines: readonly (number | readonly [first: number, last: number])[],
  more?: string,
): string => {
  const parts = lines.map((line) => [...new Set([line].flat())].map(formatNumber).join('–'));
  if (more !== undefined) parts.push(more);
  return new Intl.ListFormat(locale, { type: 'conjunction' }).format(parts);
};

const ageUnits = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** A duration in its largest whole unit: `3 min`, `2 hr`; less than a minute is `0 min`. */
export const formatAge = (ms: number): string => {
  const [unit, unitMs] = ageUnits.find(([, length]) => ms >= length) ?? ['minute', 60_000];
  const value = Math.max(0, Math.floor(ms / unitMs));
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' }).format(value);
};

/** `73.4 MB`, localized. */
export const formatMegabytes = (bytes: number): string =>
  new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: 'megabyte',
    maximumFractionDigits: 1,
  }).format(bytes / 1024 / 1024);

/** Time of day of an instant (ISO 8601) in the local time zone. */
export const formatTime = (instant: string): string =>
  new Intl.DateTimeFormat(locale, { timeStyle: 'short' }).format(new Date(instant));

/** Joins the non-zero parts: `2 to address, 1 to keep.`; empty if there are none. */
export const listed = (parts: readonly (readonly [count: number, words: string])[]): string => {
  const there = parts.flatMap(([count, words]) => (count === 0 ? [] : [words]));
  return there.length === 0 ? '' : `${there.join(', ')}.`;
};
