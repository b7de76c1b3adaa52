import { inPageLanguage } from './catalogue.ts';

const en = {
  documents: 'Documents',
  loading: 'Loading the documents…',
  outlineOf: (name: string) => `Outline of ${name}`,
  notHere: (path: string) => `${path} is not one of the documents of this review.`,
  outside: 'This link leads out of the folder of this review.',
};

const de: typeof en = {
  documents: 'Dokumente',
  loading: 'Die Dokumente werden geladen …',
  outlineOf: (name) => `Gliederung von ${name}`,
  notHere: (path) => `${path} gehört nicht zu den Dokumenten dieses Reviews.`,
  outside: 'Dieser Link führt aus dem Ordner dieses Reviews hinaus.',
};

/** Loaded with the tree of documents, in the language of the page. */
export const documentsTexts = (): typeof en => inPageLanguage(en, de);
