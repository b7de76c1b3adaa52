import { inPageLanguage } from './catalogue.ts';
import { counted, formatNumber } from './format.ts';

/** How many passages of a document are not as they were. */
type Counts = Readonly<Record<'changed' | 'added' | 'gone', number>>;

type CountWords = Readonly<Record<keyof Counts | 'none', string>>;

const countsText = ({ changed, added, gone }: Counts, words: CountWords): string =>
  changed + added + gone === 0
    ? words.none
    : [
        ...(changed === 0 ? [] : [`${formatNumber(changed)} ${words.changed}`]),
        ...(added === 0 ? [] : [`${formatNumber(added)} ${words.added}`]),
        ...(gone === 0 ? [] : [`${formatNumber(gone)} ${words.gone}`]),
      ].join(', ');

const inEnglish = {
  none: 'nothing has changed',
  changed: 'changed',
  added: 'new',
  gone: 'removed',
};
const inGerman = { none: 'nichts geändert', changed: 'geändert', added: 'neu', gone: 'entfernt' };

/** The same of several documents, with what is counted. */
const passagesText = (counts: Counts, words: PassageWords): string => {
  const all = counts.changed + counts.added + counts.gone;
  const text = countsText(counts, words);
  return all === 0 ? text : `${text} ${all === 1 ? words.passage : words.passages}`;
};

interface PassageWords extends CountWords {
  readonly passage: string;
  readonly passages: string;
}

const passagesInEnglish = { ...inEnglish, passage: 'passage', passages: 'passages' };
const passagesInGerman = {
  none: inGerman.none,
  changed: 'geänderte',
  added: 'neue',
  gone: 'entfernte',
  passage: 'Stelle',
  passages: 'Stellen',
};

const en = {
  region: 'Since the last round',
  round: (round: number) => `Round ${formatNumber(round)}`,
  changed: (changed: number, all: number) =>
    changed === 0
      ? 'nothing has changed since your last review'
      : `${formatNumber(changed)} of ${counted(all, 'file', 'files')} changed since your last review`,
  renamed: (count: number) => `${counted(count, 'file was', 'files were')} renamed`,
  gone: (count: number) => `${counted(count, 'file is', 'files are')} no longer part of it`,
  reverted: (count: number) =>
    `${counted(count, 'reviewed change was', 'reviewed changes were')} reverted (see Details)`,
  isReverted: 'reverted',
  passages: (counts: Counts) => `${countsText(counts, inEnglish)} since your last review`,
  inDocuments: (counts: Counts, compared: number) =>
    `${passagesText(counts, passagesInEnglish)} in ${counted(compared, 'document', 'documents')}`,
  documentsRenamed: (count: number) => `${counted(count, 'document', 'documents')} renamed`,
  documentsGone: (count: number) => `${counted(count, 'document', 'documents')} gone`,
  documentsNotCompared: (count: number) =>
    `${counted(count, 'document', 'documents')} not compared`,
  answered: (addressed: number, all: number) =>
    `${formatNumber(addressed)} of ${counted(all, 'comment', 'comments')} addressed`,
  showChanges: 'Changes',
  changes: { changed: 'Changed', new: 'New', gone: 'Removed' },
  show: 'Show',
  sayAgain: 'Say again',
  saidAgain: 'Said again',
  settle: 'Settle',
  settled: 'Settled',
  settleTitle: 'Settled comments do not come again in later rounds',
  notSettled: (sentence: string) => `It could not be settled: ${sentence}`,
  agent: 'Agent',
  older: 'From an earlier round',
  was: 'Before',
  wasRemoved: 'Removed',
  onlyMarkup: 'Only formatting or a link has changed here.',
  lost: 'Its place is gone',
  documentGone: 'Its document is gone',
  notCompared: 'Not compared',
  renamedFrom: (path: string) => `Renamed from ${path}`,
  reasons: {
    'too-many': 'There are too many to compare all',
    unreadable: 'It cannot be read',
    'not-kept': 'What it was is not kept',
  },
  textChanged: 'Text changed',
  onlyNew: 'Only what is new',
  folded: (files: number, hunks: number) =>
    `${[
      ...(files === 0 ? [] : [counted(files, 'unchanged file', 'unchanged files')]),
      ...(hunks === 0 ? [] : [counted(hunks, 'unchanged hunk', 'unchanged hunks')]),
    ].join(' and ')} ${files + hunks === 1 ? 'is' : 'are'} folded`,
  details: 'Details',
  comments: 'Your comments',
  noComments: 'There were none.',
  files: 'What changed',
  noFiles: 'Nothing.',
  states: { addressed: 'Lines changed', standing: 'Unchanged', outdated: 'Outdated' },
  fileStates: { addressed: 'File changed', standing: 'Unchanged', outdated: 'Outdated' },
  isRenamed: 'Renamed',
  difference: 'Difference',
  isNew: 'new',
  isGone: 'no longer part of the change',
  unfit: (count: number) =>
    `${counted(count, 'reviewed change does', 'reviewed changes do')} not fit the new base; what it changed may appear as new.`,
  loading: 'Comparing with your last review …',
  notLoaded: 'What changed here could not be read.',
  missing: {
    'not-kept': 'what you reviewed last is no longer kept',
    damaged: 'what was kept of your last review is damaged, or of another release',
  },
};

const de: typeof en = {
  region: 'Seit der letzten Runde',
  round: (round) => `Runde ${formatNumber(round)}`,
  changed: (changed, all) =>
    changed === 0
      ? 'nichts hat sich seit Ihrem letzten Review geändert'
      : `${formatNumber(changed)} von ${counted(all, 'Datei', 'Dateien')} seit Ihrem letzten Review geändert`,
  renamed: (count) => `${counted(count, 'Datei wurde', 'Dateien wurden')} umbenannt`,
  gone: (count) => `${counted(count, 'Datei gehört', 'Dateien gehören')} nicht mehr dazu`,
  reverted: (count) =>
    `${counted(count, 'geprüfte Änderung wurde', 'geprüfte Änderungen wurden')} zurückgenommen (siehe Einzelheiten)`,
  isReverted: 'zurückgenommen',
  passages: (counts) => `${countsText(counts, inGerman)} seit Ihrem letzten Review`,
  inDocuments: (counts, compared) =>
    `${passagesText(counts, passagesInGerman)} in ${counted(compared, 'Dokument', 'Dokumenten')}`,
  documentsRenamed: (count) => `${counted(count, 'Dokument', 'Dokumente')} umbenannt`,
  documentsGone: (count) => counted(count, 'Dokument fehlt', 'Dokumente fehlen'),
  documentsNotCompared: (count) => `${counted(count, 'Dokument', 'Dokumente')} nicht verglichen`,
  answered: (addressed, all) =>
    `${formatNumber(addressed)} von ${counted(all, 'Kommentar', 'Kommentaren')} erledigt`,
  showChanges: 'Änderungen',
  changes: { changed: 'Geändert', new: 'Neu', gone: 'Entfernt' },
  show: 'Zeigen',
  sayAgain: 'Wiederholen',
  saidAgain: 'Wiederholt',
  settle: 'Abschließen',
  settled: 'Abgeschlossen',
  settleTitle: 'Abgeschlossene Kommentare kommen in späteren Runden nicht wieder',
  notSettled: (sentence) => `Der Kommentar konnte nicht abgeschlossen werden: ${sentence}`,
  agent: 'Agent',
  older: 'Aus einer früheren Runde',
  was: 'Vorher',
  wasRemoved: 'Entfernt',
  onlyMarkup: 'Hier hat sich nur die Formatierung oder ein Link geändert.',
  lost: 'Die Stelle gibt es nicht mehr',
  documentGone: 'Das Dokument gibt es nicht mehr',
  notCompared: 'Nicht verglichen',
  renamedFrom: (path) => `Umbenannt, vorher ${path}`,
  reasons: {
    'too-many': 'Es sind zu viele, um alle zu vergleichen',
    unreadable: 'Es kann nicht gelesen werden',
    'not-kept': 'Der frühere Text ist nicht aufbewahrt',
  },
  textChanged: 'Text geändert',
  onlyNew: 'Nur Neues',
  folded: (files, hunks) =>
    `${[
      ...(files === 0 ? [] : [counted(files, 'unveränderte Datei', 'unveränderte Dateien')]),
      ...(hunks === 0
        ? []
        : [counted(hunks, 'unveränderter Abschnitt', 'unveränderte Abschnitte')]),
    ].join(' und ')} eingeklappt`,
  details: 'Einzelheiten',
  comments: 'Ihre Kommentare',
  noComments: 'Es gab keine.',
  files: 'Was sich geändert hat',
  noFiles: 'Nichts.',
  states: { addressed: 'Zeilen geändert', standing: 'Unverändert', outdated: 'Veraltet' },
  fileStates: { addressed: 'Datei geändert', standing: 'Unverändert', outdated: 'Veraltet' },
  isRenamed: 'Umbenannt',
  difference: 'Unterschied',
  isNew: 'neu',
  isGone: 'gehört nicht mehr zur Änderung',
  unfit: (count) =>
    `${counted(count, 'geprüfte Änderung passt', 'geprüfte Änderungen passen')} nicht zur neuen Basis; das Betroffene kann als neu erscheinen.`,
  loading: 'Wird mit Ihrem letzten Review verglichen …',
  notLoaded: 'Was sich hier geändert hat, konnte nicht gelesen werden.',
  missing: {
    'not-kept': 'was Sie zuletzt geprüft haben, ist nicht mehr aufbewahrt',
    damaged:
      'was von Ihrem letzten Review aufbewahrt wurde, ist beschädigt oder von einer anderen Version',
  },
};

/** The texts of later rounds, which are loaded with them, in the language of the page. */
export const roundsTexts = (): typeof en => inPageLanguage(en, de);
