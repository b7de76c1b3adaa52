import type { NamedCommand } from './command.ts';

const maxShown = 100;

/**
 * Entries that match every word of the query, in the title or at the start of a keyword. Matches at the start of a
 * title's word rank first.
 */
export const matchEntries = <Entry extends NamedCommand>(
  entries: readonly Entry[],
  query: string,
): readonly Entry[] => {
  const words = query.toLowerCase().split(/\s+/u).filter(Boolean);
  const ranked = entries.flatMap((entry) => {
    const title = entry.title.toLowerCase();
    const keywords = ` ${entry.keywords ?? ''}`;
    if (!words.every((word) => title.includes(word) || keywords.includes(` ${word}`))) return [];
    const begun = words.filter((word) => beginsIn(title, word)).length;
    return [{ entry, begun }];
  });
  return ranked
    .sort((a, b) => b.begun - a.begun)
    .slice(0, maxShown)
    .map(({ entry }) => entry);
};

const beginsIn = (title: string, word: string): boolean =>
  title.startsWith(word) || [' ', '/', '-', '.', '_'].some((edge) => title.includes(edge + word));
