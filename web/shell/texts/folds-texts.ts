import type { QuietHunk } from '../../../shared/session/structure.ts';
import { inPageLanguage } from './catalogue.ts';
import { counted } from './format.ts';

/** How many lines are folded in one place, by why. */
export type FoldedLines = Record<QuietHunk['only'] | 'reviewed', number>;

const listed =
  (words: Readonly<Record<keyof FoldedLines, (count: number) => string>>, show: string) =>
  ({ imports, formatting, reviewed }: FoldedLines): string =>
    [
      ...(imports === 0 ? [] : [words.imports(imports)]),
      ...(formatting === 0 ? [] : [words.formatting(formatting)]),
      ...(reviewed === 0 ? [] : [words.reviewed(reviewed)]),
      show,
    ].join(' · ');

const en = {
  /** What is folded in a place, and that it can be shown. */
  folded: listed(
    {
      imports: (count) => counted(count, 'line of imports', 'lines of imports'),
      formatting: (count) => counted(count, 'line only reformatted', 'lines only reformatted'),
      reviewed: (count) =>
        counted(count, 'line', 'lines').concat(' unchanged since your last review'),
    },
    'Show',
  ),
};

const de: typeof en = {
  folded: listed(
    {
      imports: (count) => counted(count, 'Zeile mit Importen', 'Zeilen mit Importen'),
      formatting: (count) => counted(count, 'Zeile nur umformatiert', 'Zeilen nur umformatiert'),
      reviewed: (count) =>
        counted(count, 'Zeile', 'Zeilen').concat(' seit Ihrem letzten Review unverändert'),
    },
    'Anzeigen',
  ),
};

/** The texts of folded hunks, in the language of the page. */
export const foldsTexts = (): typeof en => inPageLanguage(en, de);
