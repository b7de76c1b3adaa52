import { inPageLanguage } from './catalogue.ts';
import { counted, formatNumber } from './format.ts';

const en = {
  title: 'Versions',
  close: 'Close',
  loading: 'Reading the versions …',
  none: 'No versions are kept of this. The settings `keepHistoryDays` and `keepHistoryMiB` say how much is.',
  onlyOne: 'This is the first version.',
  from: 'From',
  to: 'To',
  version: 'Version',
  choose: {
    before: (number: number) => `Compare from version ${formatNumber(number)}`,
    after: (number: number) => `Compare to version ${formatNumber(number)}`,
  },
  shown: 'Shown',
  outcomes: {
    approved: 'Approved',
    denied: 'Changes requested',
    feedback: 'Feedback sent',
    closed: 'Closed without a decision',
    undecided: 'No decision',
  },
  view: 'Compare as',
  views: { rendered: 'Rendered', source: 'Source' },
  compared: (before: number, after: number) =>
    `Version ${formatNumber(before)} compared with version ${formatNumber(after)}`,
  comparing: 'Comparing …',
  equal: 'There is no difference.',
  next: 'Next change',
  previous: 'Previous change',
  unchanged: (count: number) => `Show ${counted(count, 'unchanged passage', 'unchanged passages')}`,
  unchangedLines: (count: number) => `Show ${counted(count, 'unchanged line', 'unchanged lines')}`,
  onlyMarkup: 'Only formatting or a link has changed here.',
};

const de: typeof en = {
  title: 'Versionen',
  close: 'Schließen',
  loading: 'Versionen werden gelesen …',
  none: 'Hiervon sind keine Versionen aufbewahrt. Wie viel aufbewahrt wird, bestimmen die Einstellungen `keepHistoryDays` und `keepHistoryMiB`.',
  onlyOne: 'Dies ist die erste Version.',
  from: 'Von',
  to: 'Bis',
  version: 'Version',
  choose: {
    before: (number) => `Von Version ${formatNumber(number)} an vergleichen`,
    after: (number) => `Bis Version ${formatNumber(number)} vergleichen`,
  },
  shown: 'Angezeigt',
  outcomes: {
    approved: 'Freigegeben',
    denied: 'Änderungen verlangt',
    feedback: 'Rückmeldung gesendet',
    closed: 'Ohne Entscheidung geschlossen',
    undecided: 'Keine Entscheidung',
  },
  view: 'Vergleichen als',
  views: { rendered: 'Formatiert', source: 'Quelltext' },
  compared: (before, after) =>
    `Version ${formatNumber(before)} im Vergleich mit Version ${formatNumber(after)}`,
  comparing: 'Wird verglichen …',
  equal: 'Es gibt keinen Unterschied.',
  next: 'Nächste Änderung',
  previous: 'Vorherige Änderung',
  unchanged: (count) =>
    `${counted(count, 'unveränderten Abschnitt', 'unveränderte Abschnitte')} anzeigen`,
  unchangedLines: (count) =>
    `${counted(count, 'unveränderte Zeile', 'unveränderte Zeilen')} anzeigen`,
  onlyMarkup: 'Hier hat sich nur die Formatierung oder ein Link geändert.',
};

/** The texts of the versions dialog, which are loaded with it, in the language of the page. */
export const versionsTexts = (): typeof en => inPageLanguage(en, de);
