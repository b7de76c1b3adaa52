import { inPageLanguage } from './catalogue.ts';
import { counted, formatNumber } from './format.ts';

const en = {
  rest: 'Elsewhere',
  notes: 'Comments and findings',
  oneDocument: (name: string, others: number) =>
    `Only ${name} is printed. ${others === 0 ? 'No other document' : counted(others, 'other document', 'other documents')} of this review ${others > 1 ? 'have' : 'has'} comments or findings.`,
  notLoaded: 'Its changes were not loaded in time.',
  leftOut: (lines: number) => `Not printed: ${counted(lines, 'changed line', 'changed lines')}.`,
  leftOutFiles: (files: number, most: number) =>
    `The code of ${counted(files, 'file', 'files')} is not printed: it was collapsed, or would exceed ${formatNumber(most)} lines in total.`,
};

const de: typeof en = {
  rest: 'Anderswo',
  notes: 'Kommentare und Befunde',
  oneDocument: (name, others) =>
    `Nur ${name} ist gedruckt. Zu ${others === 0 ? 'keinem anderen Dokument' : counted(others, 'weiteren Dokument', 'weiteren Dokumenten')} dieses Reviews gibt es Kommentare oder Befunde.`,
  notLoaded: 'Die Änderung wurde nicht rechtzeitig geladen.',
  leftOut: (lines) => `Nicht gedruckt: ${counted(lines, 'geänderte Zeile', 'geänderte Zeilen')}.`,
  leftOutFiles: (files, most) =>
    `Von ${counted(files, 'Datei', 'Dateien')} ist der Code nicht gedruckt: Er war eingeklappt, oder es wären insgesamt mehr als ${formatNumber(most)} Zeilen.`,
};

/** Of the printout. Loaded when they are needed, in the language of the page. */
export const printTexts = (): typeof en => inPageLanguage(en, de);
