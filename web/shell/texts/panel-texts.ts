import { inPageLanguage } from './catalogue.ts';

/** Loaded with the panel. */
const en = {
  findings: 'Findings',
  comments: 'Comments',
  structure: 'Structure',
  resize: 'Width of the panel',
  pin: 'Pin beside the content',
  close: 'Close the list',
};

const de: typeof en = {
  findings: 'Befunde',
  comments: 'Kommentare',
  structure: 'Struktur',
  resize: 'Breite der Leiste',
  pin: 'Neben dem Inhalt anheften',
  close: 'Liste schließen',
};

/** In the language of the page. */
export const panelTexts = (): typeof en => inPageLanguage(en, de);
