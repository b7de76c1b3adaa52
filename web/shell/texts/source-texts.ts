import { inPageLanguage } from './catalogue.ts';
import { counted } from './format.ts';

const en = {
  title: 'Source',
  file: 'File',
  loading: 'Loading…',
  failed: (sentence: string) => `The source could not be loaded: ${sentence}`,
  lines: (name: string) => `Source of ${name}`,
  notShown: 'Not shown in the document',
  unshown: (count: number) => `${counted(count, 'line is', 'lines are')} not shown.`,
  show: 'Show source',
  close: 'Close',
};

const de: typeof en = {
  title: 'Quelltext',
  file: 'Datei',
  loading: 'Wird geladen …',
  failed: (sentence) => `Der Quelltext konnte nicht geladen werden: ${sentence}`,
  lines: (name) => `Quelltext von ${name}`,
  notShown: 'Im Dokument nicht angezeigt',
  unshown: (count) => `${counted(count, 'Zeile wird', 'Zeilen werden')} nicht angezeigt.`,
  show: 'Quelltext anzeigen',
  close: 'Schließen',
};

/** Loaded when they are needed, in the language of the page. */
export const sourceTexts = (): typeof en => inPageLanguage(en, de);
