import { inPageLanguage } from './catalogue.ts';
import { counted, formatNumber } from './format.ts';

const en = {
  title: 'What to compare',
  base: (name: string) => `Everything since ${name}`,
  baseOfEach: 'Everything since the default branch',
  uncommitted: 'Uncommitted changes',
  staged: 'Staged changes',
  unstaged: 'Unstaged changes',
  last: 'Last commit',
  commit: (name: string) => `Commit ${name}`,
  patch: (name: string) => `The patch ${name}`,
  stdin: 'The patch from standard input',
  sides: (from: string, to: string) => `Compares ${from} with ${to}.`,
  worktree: 'the work tree',
  index: 'what is staged',
  range: 'Commit or range',
  commits: 'Commits',
  search: 'Search commits',
  several: 'Shift-click chooses several in a row.',
  show: (count: number) =>
    count === 1 ? 'Show this commit' : `Show ${formatNumber(count)} commits`,
  more: 'Show more',
  none: 'No commits match.',
  loading: 'Loading …',
  noMessage: '(no message)',
  cancel: 'Cancel',
  repository: 'Repository',
  allRepositories: 'All repositories',
  chooseRepository: 'Choose a repository to see its commits.',
  notCompared: (count: number) =>
    `${counted(count, 'comment is', 'comments are')} on code that is not compared now; see the list of comments.`,
};

const de: typeof en = {
  title: 'Was verglichen wird',
  base: (name) => `Alles seit ${name}`,
  baseOfEach: 'Alles seit dem Standardzweig',
  uncommitted: 'Nicht committete Änderungen',
  staged: 'Vorgemerkte Änderungen',
  unstaged: 'Nicht vorgemerkte Änderungen',
  last: 'Letzter Commit',
  commit: (name) => `Commit ${name}`,
  patch: (name) => `Der Patch ${name}`,
  stdin: 'Der Patch von der Standardeingabe',
  sides: (from, to) => `Vergleicht ${from} mit ${to}.`,
  worktree: 'dem Arbeitsverzeichnis',
  index: 'dem Vorgemerkten',
  range: 'Commit oder Bereich',
  commits: 'Commits',
  search: 'Commits durchsuchen',
  several: 'Mit Umschalt-Klick mehrere hintereinander.',
  show: (count) => (count === 1 ? 'Diesen Commit zeigen' : `${formatNumber(count)} Commits zeigen`),
  more: 'Mehr zeigen',
  none: 'Kein Commit passt.',
  loading: 'Wird geladen …',
  noMessage: '(ohne Nachricht)',
  cancel: 'Abbrechen',
  repository: 'Repository',
  allRepositories: 'Alle Repositorys',
  chooseRepository: 'Ein Repository wählen, um seine Commits zu sehen.',
  notCompared: (count) =>
    `${counted(count, 'Kommentar steht', 'Kommentare stehen')} an Code, der jetzt nicht verglichen wird; siehe die Liste der Kommentare.`,
};

/** Loaded when they are needed, in the language of the page. */
export const scopeTexts = (): typeof en => inPageLanguage(en, de);
