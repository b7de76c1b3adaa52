import { inPageLanguage } from './catalogue.ts';

const en = {
  title: 'Save as a note',
  intro: 'As a markdown file in your folder for notes.',
  ask: 'As a markdown file in your folder for notes, with or without what you wrote here.',
  save: 'Save note',
  withComments: 'With comments',
  withoutComments: 'Without comments',
  saving: 'Saving …',
  cancel: 'Cancel',
  close: 'Close',
  /** Before the path. */
  saved: 'Saved as',
  replaced: 'Replaced the earlier note:',
};

const de: typeof en = {
  title: 'Als Notiz speichern',
  intro: 'Als Markdown-Datei in Ihrem Ordner für Notizen.',
  ask: 'Als Markdown-Datei in Ihrem Ordner für Notizen, mit oder ohne das, was Sie hier geschrieben haben.',
  save: 'Notiz speichern',
  withComments: 'Mit Kommentaren',
  withoutComments: 'Ohne Kommentare',
  saving: 'Wird gespeichert …',
  cancel: 'Abbrechen',
  close: 'Schließen',
  saved: 'Gespeichert als',
  replaced: 'Die frühere Notiz wurde ersetzt:',
};

/** Loaded when they are needed, in the language of the page. */
export const noteTexts = (): typeof en => inPageLanguage(en, de);
