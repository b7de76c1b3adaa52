import { inPageLanguage } from './catalogue.ts';
import { formatNumber } from './format.ts';

const en = {
  find: 'Find a file of the project',
  more: (count: number) => `${formatNumber(count)} more`,
  unchanged: 'Not changed',
  empty: 'This file is empty.',
  binary: 'This file is binary.',
  large: 'This file is too large.',
  lfs: 'This file is a pointer of Git LFS.',
};

const de: typeof en = {
  find: 'Eine Datei des Projekts suchen',
  more: (count) => `${formatNumber(count)} weitere`,
  unchanged: 'Unverändert',
  empty: 'Diese Datei ist leer.',
  binary: 'Diese Datei ist binär.',
  large: 'Diese Datei ist zu groß.',
  lfs: 'Diese Datei ist ein Verweis von Git LFS.',
};

/** Loaded when they are needed, in the language of the page. */
export const filesTexts = (): typeof en => inPageLanguage(en, de);
