import { inPageLanguage } from './catalogue.ts';

const en = {
  lines: (first: number, last: number) =>
    first === last ? `Line ${first}` : `Lines ${first}–${last}`,
  lost: (address: string) => `There is no such file in the project: ${address}`,
  none: 'Nothing in this block names a file of the project.',
  file: (path: string) => `File ${path}`,
  loading: 'Loading…',
  back: 'Back',
  close: 'Close',
};

const de: typeof en = {
  lines: (first, last) => (first === last ? `Zeile ${first}` : `Zeilen ${first}–${last}`),
  lost: (address) => `Diese Datei gibt es im Projekt nicht: ${address}`,
  none: 'In diesem Absatz wird keine Datei des Projekts genannt.',
  file: (path) => `Datei ${path}`,
  loading: 'Wird geladen …',
  back: 'Zurück',
  close: 'Schließen',
};

/** Loaded when they are needed, in the language of the page. */
export const linksTexts = (): typeof en => inPageLanguage(en, de);
