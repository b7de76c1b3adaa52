import { inPageLanguage } from './catalogue.ts';

const en = {
  groups: { Decide: 'Decide', Comment: 'Comment', Move: 'Move', View: 'View' },
  title: 'Keyboard shortcuts',
  all: 'All commands',
  close: 'Close',
  change: 'Keys can be changed:',
  changeNote: 'point at a command to see its id; the key “none” removes its keys.',
  unknown: (ids: string) => `The settings have keys for unknown commands: ${ids}`,
};

const de: typeof en = {
  groups: { Decide: 'Entscheiden', Comment: 'Kommentieren', Move: 'Bewegen', View: 'Ansicht' },
  title: 'Tastenkürzel',
  all: 'Alle Befehle',
  close: 'Schließen',
  change: 'Tasten lassen sich ändern:',
  changeNote:
    'Zeigen Sie auf einen Befehl, um seine ID zu sehen; die Taste „none“ entfernt seine Tasten.',
  unknown: (ids) => `Die Einstellungen nennen Tasten für Befehle, die es nicht gibt: ${ids}`,
};

/** Loaded when they are needed, in the language of the page. */
export const helpTexts = (): typeof en => inPageLanguage(en, de);
