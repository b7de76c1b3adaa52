import { inPageLanguage } from './catalogue.ts';

const en = {
  documents: 'Documents',
  loading: 'Loading the documents…',
  outlineOf: (name: string) => `Outline of ${name}`,
};

const de: typeof en = {
  documents: 'Dokumente',
  loading: 'Die Dokumente werden geladen …',
  outlineOf: (name) => `Gliederung von ${name}`,
};

/** Loaded with the tree of documents, in the language of the page. */
export const documentsTexts = (): typeof en => inPageLanguage(en, de);
