let locale = 'en';

/** Sets the locale that numbers and dates are written in from now on: BCP 47, or as a browser names it. */
export const setLocale = (tag: string): void => {
  // Chromium takes `en-US@posix` over from its environment, which Intl refuses.
  const [plain = ''] = tag.split(/[^\w-]/u);
  try {
    locale = Intl.getCanonicalLocales(plain)[0] ?? 'en';
  } catch {
    locale = 'en';
  }
};

/** `68,000`, or as the reader's language writes it. */
export const formatNumber = (value: number): string => new Intl.NumberFormat(locale).format(value);

/** Date and time of day of an instant (ISO 8601, or milliseconds since 1970) in the reader's zone. */
export const formatDateTime = (instant: string | number): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(
    new Date(instant),
  );

/** The count with its noun: `1 finding`, `2,000 findings`. English and German need no more than the two forms. */
export const counted = (count: number, one: string, many: string): string =>
  `${formatNumber(count)} ${count === 1 ? one : many}`;
