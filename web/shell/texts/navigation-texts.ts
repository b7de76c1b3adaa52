import { inPageLanguage } from './catalogue.ts';
import { formatNumber } from './format.ts';

const en = {
  definitions: (name: string) => `Definitions of ${name}`,
  references: (name: string) => `References to ${name}`,
  choose: 'Which symbol?',
  type: 'Type the name of a symbol',
  filter: 'Filter by path or text',
  searching: 'Searching …',
  noDefinition: (name: string) => `No definition of ${name} was found.`,
  noReference: (name: string) => `${name} was not found.`,
  noMatches: 'No matches.',
  findSymbol: 'Part of the name of a function, class or type',
  typeMore: 'Type at least two characters.',
  noSymbol: 'Nothing with this name is declared in the project.',
  found: (lines: number, files: number) =>
    `${lines === 1 ? '1 line' : `${formatNumber(lines)} lines`} in ${files === 1 ? '1 file' : `${formatNumber(files)} files`}`,
  more: (count: number) => `${formatNumber(count)} more are not listed: type to filter.`,
  moreOfFile: (count: number) => `${formatNumber(count)} more in this file`,
  cut: {
    count: 'There are more.',
    time: 'The search took too long and was stopped.',
    files: 'Not all untracked files were searched.',
    repositories: 'Not every repository can be searched.',
  },
};

const de: typeof en = {
  definitions: (name) => `Definitionen von ${name}`,
  references: (name) => `Verwendungen von ${name}`,
  choose: 'Welches Symbol?',
  type: 'Name eines Symbols eingeben',
  filter: 'Nach Pfad oder Text filtern',
  searching: 'Suche läuft …',
  noDefinition: (name) => `Es wurde keine Definition von ${name} gefunden.`,
  noReference: (name) => `${name} wurde nicht gefunden.`,
  noMatches: 'Keine Treffer.',
  findSymbol: 'Teil des Namens einer Funktion, einer Klasse oder eines Typs',
  typeMore: 'Mindestens zwei Zeichen eingeben.',
  noSymbol: 'Mit diesem Namen ist im Projekt nichts deklariert.',
  found: (lines, files) =>
    `${lines === 1 ? '1 Zeile' : `${formatNumber(lines)} Zeilen`} in ${files === 1 ? '1 Datei' : `${formatNumber(files)} Dateien`}`,
  more: (count) => `${formatNumber(count)} weitere sind nicht aufgeführt: zum Filtern tippen.`,
  moreOfFile: (count) => `${formatNumber(count)} weitere in dieser Datei`,
  cut: {
    count: 'Es gibt noch mehr.',
    time: 'Die Suche dauerte zu lange und wurde abgebrochen.',
    files: 'Nicht alle unversionierten Dateien wurden durchsucht.',
    repositories: 'Nicht jedes Repository lässt sich durchsuchen.',
  },
};

/** Loaded with what looks for symbols, in the language of the page. */
export const navigationTexts = (): typeof en => inPageLanguage(en, de);
