/** Smart case: a query in lower case matches both cases, one with a capital only its own. */
export const isCaseSensitive = (query: string): boolean => query !== query.toLowerCase();

/** Normalizes a text for comparison, keeping its length, so that offsets stay valid. */
export const searchable = (text: string, isSensitive: boolean): string => {
  if (isSensitive) return text;
  const lower = text.toLowerCase();
  // İ is the only letter whose lower case is longer.
  return lower.length === text.length ? lower : text.replaceAll('İ', 'i').toLowerCase();
};

/** Offsets of all occurrences, from left to right, without overlaps. */
export const occurrences = (text: string, query: string): number[] => {
  const isSensitive = isCaseSensitive(query);
  const compared = searchable(text, isSensitive);
  const sought = searchable(query, isSensitive);
  const found: number[] = [];
  if (sought === '') return found;
  for (
    let at = compared.indexOf(sought);
    at >= 0;
    at = compared.indexOf(sought, at + sought.length)
  )
    found.push(at);
  return found;
};
