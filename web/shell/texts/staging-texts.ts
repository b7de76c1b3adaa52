import type { ProjectChange } from '../../../shared/session/staging.ts';
import type { StagingAction } from '../../../shared/session/staging-action.ts';
import { inPageLanguage } from './catalogue.ts';

/** Loaded when they are needed, since most reviews do without them. */
const en = {
  title: (path: string) => `Stage or discard: ${path}`,
  menu: 'Stage or discard…',
  whole: 'The whole file',
  selected: (lines: string) => `The selected lines: ${lines}`,
  hunk: (lines: string) => `The hunk at ${lines}`,
  lines: (first: number, last: number) =>
    first === last ? `line ${first}` : `lines ${first}–${last}`,
  old: (lines: string) => `old ${lines}`,
  actions: { stage: 'Stage', unstage: 'Unstage', discard: 'Discard…' } satisfies Record<
    StagingAction,
    string
  >,
  done: {
    stage: 'Staged',
    unstage: 'Unstaged',
    discard: 'Discarded',
    apply: 'Applied',
  } satisfies Record<ProjectChange['action'], string>,
  made: (done: string, path: string, lines: string) =>
    `${done}: ${path}${lines === '' ? '' : ` (${lines})`}.`,
  sure: (path: string, lines: string) =>
    `Discard the changes of ${path}${lines === '' ? '' : ` at ${lines}`}? They can be brought back for a week.`,
  discard: 'Discard',
  back: 'Back',
  close: 'Close',
  undo: 'Undo',
  undone: (paths: string) => `Undone: ${paths}.`,
  recent: 'Done here in the last week',
  nothing: 'What is compared now can neither be staged nor discarded.',
  hidden: 'While whitespace is hidden, only whole files can be chosen.',
  apply: 'Apply',
  applyHint: 'Write the suggestion to the file, where the original code still stands',
  applyAll: (count: number) => `Apply all ${count} suggestions`,
  applied: (count: number) =>
    count === 1 ? '1 suggestion applied.' : `${count} suggestions applied.`,
  notApplied: (count: number, why: string) =>
    `${count === 1 ? '1 suggestion was' : `${count} suggestions were`} not applied. ${why}`,
  refused: (why: string) => `Nothing was changed. ${why}`,
};

const de: typeof en = {
  title: (path) => `Vormerken oder verwerfen: ${path}`,
  menu: 'Vormerken oder verwerfen …',
  whole: 'Die ganze Datei',
  selected: (lines) => `Die ausgewählten Zeilen: ${lines}`,
  hunk: (lines) => `Der Abschnitt bei ${lines}`,
  lines: (first, last) => (first === last ? `Zeile ${first}` : `Zeilen ${first}–${last}`),
  old: (lines) => `alt ${lines}`,
  actions: { stage: 'Vormerken', unstage: 'Nicht mehr vormerken', discard: 'Verwerfen …' },
  done: {
    stage: 'Vorgemerkt',
    unstage: 'Nicht mehr vorgemerkt',
    discard: 'Verworfen',
    apply: 'Übernommen',
  },
  made: (done, path, lines) => `${done}: ${path}${lines === '' ? '' : ` (${lines})`}.`,
  sure: (path, lines) =>
    `Die Änderungen an ${path}${lines === '' ? '' : ` bei ${lines}`} verwerfen? Sie lassen sich eine Woche lang zurückholen.`,
  discard: 'Verwerfen',
  back: 'Zurück',
  close: 'Schließen',
  undo: 'Rückgängig',
  undone: (paths) => `Rückgängig gemacht: ${paths}.`,
  recent: 'In der letzten Woche hier ausgeführt',
  nothing: 'Was gerade verglichen wird, kann weder vorgemerkt noch verworfen werden.',
  hidden: 'Solange Leerraum ausgeblendet ist, lassen sich nur ganze Dateien wählen.',
  apply: 'Übernehmen',
  applyHint: 'Den Vorschlag in die Datei schreiben, wo der alte Code noch steht',
  applyAll: (count) => `Alle ${count} Vorschläge übernehmen`,
  applied: (count) => (count === 1 ? '1 Vorschlag übernommen.' : `${count} Vorschläge übernommen.`),
  notApplied: (count, why) =>
    `${count === 1 ? '1 Vorschlag wurde' : `${count} Vorschläge wurden`} nicht übernommen. ${why}`,
  refused: (why) => `Es wurde nichts geändert. ${why}`,
};

/** In the language of the page. */
export const stagingTexts = (): typeof en => inPageLanguage(en, de);
