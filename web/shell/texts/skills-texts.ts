import { inPageLanguage } from './catalogue.ts';
import { counted } from './format.ts';

const en = {
  title: 'Instructions for agents',
  note: 'Found in this project and in your home folder. They are only shown: nothing of them is run.',
  loading: 'Loading …',
  none: 'There are no skills (SKILL.md) in the places where agents look for them.',
  more: (count: number) => `${counted(count, 'more is', 'more are')} not listed.`,
  cut: 'Only the first 64 KB are shown.',
  notShown: {
    outside: 'It is a link that leads elsewhere, so it is not shown.',
    unreadable: 'It cannot be read.',
  },
  close: 'Close',
};

const de: typeof en = {
  title: 'Anweisungen für Agenten',
  note: 'Aus diesem Projekt und Ihrem Home-Ordner. Sie werden nur gezeigt, nichts davon wird ausgeführt.',
  loading: 'Wird geladen …',
  none: 'Dort, wo Agenten danach suchen, gibt es keine Skills (SKILL.md).',
  more: (count) => `${counted(count, 'weitere ist', 'weitere sind')} nicht aufgeführt.`,
  cut: 'Nur die ersten 64 KB werden gezeigt.',
  notShown: {
    outside: 'Das ist ein Link, der anderswohin führt; der Inhalt wird daher nicht gezeigt.',
    unreadable: 'Die Datei lässt sich nicht lesen.',
  },
  close: 'Schließen',
};

/** Loaded when they are needed, in the language of the page. */
export const skillsTexts = (): typeof en => inPageLanguage(en, de);
