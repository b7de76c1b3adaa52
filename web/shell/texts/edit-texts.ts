import { inPageLanguage } from './catalogue.ts';
import { formatNumber } from './format.ts';

const en = {
  title: 'Edit',
  loading: 'Loading …',
  failed: (sentence: string) => `The text could not be loaded: ${sentence}`,
  tooLong: 'This text is too long to be edited here. Use your own editor.',
  label: (name: string) => `Text of ${name}`,
  preview: 'Preview',
  close: 'Close',
  save: 'Save to file',
  saving: 'Saving …',
  saved: 'Saved.',
  discard: 'Discard edit',
  restore: 'Restore edit',
  unchanged: 'Nothing changed yet.',
  note: (canSave: boolean): string =>
    canSave
      ? 'Kept as a draft. Unless you save it, the agent gets it as a diff with your decision.'
      : 'Kept as a draft. The agent gets it as a diff with your decision.',
  merge: 'Merge',
  changed: {
    disk: 'The file has changed since you began to edit it.',
    window: 'You have edited this text in another window, too.',
  },
  conflicts: (count: number) =>
    count === 0
      ? 'The two do not touch the same lines.'
      : count === 1
        ? 'Both change the same lines in one place. Choose what to keep.'
        : `Both change the same lines in ${formatNumber(count)} places. Choose what to keep in each.`,
  conflict: (number: number, of: number) =>
    `Conflict ${formatNumber(number)} of ${formatNumber(of)}`,
  before: 'Before',
  side: { disk: 'In the file now', window: 'In the other window', mine: 'Your edit' },
  take: {
    other: { disk: 'Keep the file’s', window: 'Keep the other window’s' },
    mine: 'Keep mine',
    both: 'Keep both',
  },
  nothing: '(nothing)',
  mergedText: 'Merged text',
  useMerged: 'Use merged text',
  unsaved: 'Unsaved edits',
  unsavedOf: (name: string) => `Unsaved edit of ${name}`,
  outdated: 'Its text has changed in the same lines since, or is gone.',
  mergedNow: 'The text has changed since your unsaved edit. The two are merged.',
  /** What the editor itself says; in English by itself. */
  phrases: {} as Readonly<Record<string, string>>,
};

const de: typeof en = {
  title: 'Bearbeiten',
  loading: 'Wird geladen …',
  failed: (sentence) => `Der Text konnte nicht geladen werden: ${sentence}`,
  tooLong:
    'Dieser Text ist zu lang, um hier bearbeitet zu werden. Nehmen Sie Ihren eigenen Editor.',
  label: (name) => `Text von ${name}`,
  preview: 'Vorschau',
  close: 'Schließen',
  save: 'In Datei speichern',
  saving: 'Wird gespeichert …',
  saved: 'Gespeichert.',
  discard: 'Bearbeitung verwerfen',
  restore: 'Bearbeitung wiederherstellen',
  unchanged: 'Noch nichts geändert.',
  note: (canSave) =>
    canSave
      ? 'Als Entwurf aufgehoben. Solange Sie nicht speichern, bekommt der Agent ihn mit Ihrer Entscheidung als Diff.'
      : 'Als Entwurf aufgehoben. Der Agent bekommt ihn mit Ihrer Entscheidung als Diff.',
  merge: 'Zusammenführen',
  changed: {
    disk: 'Die Datei hat sich geändert, seit Sie mit dem Bearbeiten begonnen haben.',
    window: 'Sie haben diesen Text auch in einem anderen Fenster bearbeitet.',
  },
  conflicts: (count) =>
    count === 0
      ? 'Es sind keine gemeinsamen Zeilen betroffen.'
      : count === 1
        ? 'An einer Stelle sind dieselben Zeilen geändert. Wählen Sie, was bleibt.'
        : `An ${formatNumber(count)} Stellen sind dieselben Zeilen geändert. Wählen Sie jeweils, was bleibt.`,
  conflict: (number, of) => `Konflikt ${formatNumber(number)} von ${formatNumber(of)}`,
  before: 'Vorher',
  side: { disk: 'Jetzt in der Datei', window: 'Im anderen Fenster', mine: 'Ihre Bearbeitung' },
  take: {
    other: { disk: 'Aus der Datei behalten', window: 'Aus dem anderen Fenster behalten' },
    mine: 'Meine behalten',
    both: 'Beide behalten',
  },
  nothing: '(nichts)',
  mergedText: 'Zusammengeführter Text',
  useMerged: 'Zusammengeführten Text verwenden',
  unsaved: 'Ungespeicherte Bearbeitungen',
  unsavedOf: (name) => `Ungespeicherte Bearbeitung von ${name}`,
  outdated: 'Ihr Text hat sich seither in denselben Zeilen geändert, oder es gibt ihn nicht mehr.',
  mergedNow:
    'Der Text hat sich seit Ihrer ungespeicherten Bearbeitung geändert. Beides ist zusammengeführt.',
  phrases: {
    Find: 'Suchen',
    Replace: 'Ersetzen',
    next: 'weiter',
    previous: 'zurück',
    all: 'alle',
    'match case': 'Groß-/Kleinschreibung',
    regexp: 'regulärer Ausdruck',
    'by word': 'ganze Wörter',
    replace: 'ersetzen',
    'replace all': 'alle ersetzen',
    close: 'schließen',
    'current match': 'aktueller Treffer',
    'on line': 'in Zeile',
    'replaced match on line $': 'Treffer in Zeile $ ersetzt',
    'replaced $ matches': '$ Treffer ersetzt',
    'Go to line': 'Gehe zu Zeile',
    go: 'los',
    'Control character': 'Steuerzeichen',
  },
};

/** Loaded when they are needed, in the language of the page. */
export const editTexts = (): typeof en => inPageLanguage(en, de);
