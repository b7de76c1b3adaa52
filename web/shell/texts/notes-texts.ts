import { inPageLanguage } from './catalogue.ts';

const en = {
  unknownLine: (line: string) =>
    `Line ${line} of the patch is not shown: it belongs to no hunk. Other tools may still apply it.`,
  unknownLines: (lines: string) =>
    `Lines ${lines} of the patch are not shown: they belong to no hunk. Other tools may still apply them.`,
  'same-name': (name: string) =>
    `“${name}” is the name of several commits. The first of these is compared:`,
  'conflicted-bookmark': (name: string) => `The bookmark “${name}” is in conflict. It stands for:`,
  'divergent-changes': () => 'These changes are divergent: each has several versions.',
  'not-recorded': () => 'These files are not recorded, since they are too large:',
  'operation-heads': () =>
    'Concurrent operations have not been merged yet. The first of these is shown, without later edits; the next command that you run in the repository merges them:',
};

const de: typeof en = {
  unknownLine: (line) =>
    `Zeile ${line} des Patches wird nicht gezeigt: Sie gehört zu keinem Abschnitt. Andere Programme wenden sie vielleicht trotzdem an.`,
  unknownLines: (lines) =>
    `Nicht gezeigte Zeilen des Patches: ${lines}. Sie gehören zu keinem Abschnitt. Andere Programme wenden sie vielleicht trotzdem an.`,
  'same-name': (name) => `„${name}“ heißen mehrere Commits. Verglichen wird der erste von diesen:`,
  'conflicted-bookmark': (name) => `Das Bookmark „${name}“ ist in Konflikt. Es steht für:`,
  'divergent-changes': () =>
    'Diese Änderungen sind divergent: Von jeder gibt es mehrere Fassungen.',
  'not-recorded': () => 'Diese Dateien werden nicht aufgezeichnet, weil sie zu groß sind:',
  'operation-heads': () =>
    'Gleichzeitige Operationen sind noch nicht zusammengeführt. Gezeigt wird die erste von diesen, ohne spätere Bearbeitungen; der nächste Befehl, den Sie im Repository ausführen, führt sie zusammen:',
};

/** Of what is not as it seems. Loaded when they are needed, in the language of the page. */
export const notesTexts = (): typeof en => inPageLanguage(en, de);
