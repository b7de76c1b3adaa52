import { inPageLanguage } from './catalogue.ts';

const en = {
  title: 'Share as a file',
  intro:
    'One HTML file with the document, your comments and all findings. It needs no network. Colleagues open it in a browser, comment, and send back what they download.',
  asText: 'The HTML is shared as its text, without its layout.',
  /** Before the command. */
  reading: 'This adds their comments here:',
  download: 'Download file',
  again: 'Download again',
  making: 'Making the file …',
  saved: 'Saved by your browser as',
  cancel: 'Cancel',
  close: 'Close',
};

const de: typeof en = {
  title: 'Als Datei teilen',
  intro:
    'Eine HTML-Datei mit dem Dokument, Ihren Kommentaren und allen Befunden. Sie braucht kein Netz. Kollegen öffnen sie im Browser, kommentieren und schicken zurück, was sie herunterladen.',
  asText: 'Vom HTML wird der Text geteilt, ohne sein Layout.',
  reading: 'So kommen ihre Kommentare hierher:',
  download: 'Datei herunterladen',
  again: 'Noch einmal herunterladen',
  making: 'Die Datei wird erstellt …',
  saved: 'Von Ihrem Browser gespeichert als',
  cancel: 'Abbrechen',
  close: 'Schließen',
};

/** Loaded when they are needed, in the language of the page. */
export const shareTexts = (): typeof en => inPageLanguage(en, de);
