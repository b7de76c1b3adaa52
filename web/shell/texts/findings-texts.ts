import { counted, formatNumber } from './format.ts';
import { inPageLanguage } from './catalogue.ts';

const en = {
  placeCount: (count: number) => counted(count, 'place', 'places'),
  listed: 'all listed findings',
  list: 'Findings',
  noneAtEnd: 'No findings.',
  none: 'No findings yet. Linters, scanners and other agents add them over HTTP while you read.',
  noMatch: 'No findings match.',
  search: 'Search findings',
  group: 'Group by',
  groups: { file: 'By file', place: 'By place', source: 'By source', kind: 'By kind' },
  facets: { severity: 'Severity', source: 'Source', rule: 'Rule', kind: 'Kind', side: 'Place' },
  moreFilters: (count: number) => `${formatNumber(count)} more`,
  places: {
    change: {
      whole: 'Whole change',
      inside: 'In the change',
      outside: 'Outside the change',
    },
    text: { whole: 'Whole document', inside: 'In the text', outside: 'Not placed' },
  },
  onWhole: 'Overall',
  severalFiles: 'In several files',
  all: (count: number) => counted(count, 'finding', 'findings'),
  some: (shown: number, all: number) =>
    `${formatNumber(shown)} of ${counted(all, 'finding', 'findings')}`,
  showDismissed: (count: number) => `${formatNumber(count)} dismissed`,
  clearFilters: 'Clear filters',
};

const de: typeof en = {
  placeCount: (count) => counted(count, 'Stelle', 'Stellen'),
  listed: 'alle aufgeführten Befunde',
  list: 'Befunde',
  noneAtEnd: 'Keine Befunde.',
  none: 'Noch keine Befunde. Linter, Scanner und andere Agenten melden sie über HTTP, während Sie lesen.',
  noMatch: 'Keine passenden Befunde.',
  search: 'Befunde durchsuchen',
  group: 'Gruppieren',
  groups: { file: 'Nach Datei', place: 'Nach Stelle', source: 'Nach Quelle', kind: 'Nach Art' },
  facets: {
    severity: 'Schweregrad',
    source: 'Quelle',
    rule: 'Regel',
    kind: 'Art',
    side: 'Stelle',
  },
  moreFilters: (count) => `${formatNumber(count)} weitere`,
  places: {
    change: {
      whole: 'Ganze Änderung',
      inside: 'In der Änderung',
      outside: 'Außerhalb der Änderung',
    },
    text: { whole: 'Ganzes Dokument', inside: 'Im Text', outside: 'Nicht zugeordnet' },
  },
  onWhole: 'Allgemein',
  severalFiles: 'In mehreren Dateien',
  all: (count) => counted(count, 'Befund', 'Befunde'),
  some: (shown, all) => `${formatNumber(shown)} von ${counted(all, 'Befund', 'Befunden')}`,
  showDismissed: (count) => `${formatNumber(count)} verworfen`,
  clearFilters: 'Filter aufheben',
};

/** The texts of the list of findings, loaded with it, in the language of the page. */
export const findingsTexts = (): typeof en => inPageLanguage(en, de);
