/** Small letters find both cases; a query with a capital finds only its own. */
export const isCaseSensitive = (query: string): boolean => query !== query.toLowerCase();

/** A text as it is compared; of the same length, so that places in it are places in the text. */
export const searchable = (text: string, isSensitive: boolean): string => {
  if (isSensitive) return text;
  const lower = text.toLowerCase();
  // İ is the one letter that becomes two.
  return lower.length === text.length ? lower : text.replaceAll('İ', 'i').toLowerCase();
};

/** Where a query stands in a text, from left to right, without overlaps. */
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
