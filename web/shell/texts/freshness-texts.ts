import { inPageLanguage } from './catalogue.ts';
import { counted } from './format.ts';

/** Loaded with what has them: the banner, and a refresh of a change. */
const en = {
  document: 'This document has changed on disk since it was loaded.',
  change: 'The files have changed on disk since this change was loaded.',
  /** Before a list. */
  changed: 'Changed since this was loaded:',
  /** The same. */
  gone: 'No longer on disk:',
  commits: 'the compared commits',
  more: (count: number) => counted(count, 'more file', 'more files'),
  outdated: (count: number) =>
    `${counted(count, 'comment no longer fits', 'comments no longer fit')} the code: see the list of comments.`,
};

const de: typeof en = {
  document: 'Dieses Dokument hat sich auf der Platte geändert, seit es geladen wurde.',
  change: 'Die Dateien haben sich auf der Platte geändert, seit diese Änderung geladen wurde.',
  changed: 'Geändert, seit dies geladen wurde:',
  gone: 'Nicht mehr auf der Platte:',
  commits: 'die verglichenen Commits',
  more: (count) => counted(count, 'weitere Datei', 'weitere Dateien'),
  outdated: (count) =>
    `${counted(count, 'Kommentar passt', 'Kommentare passen')} nicht mehr zum Code: siehe die Liste der Kommentare.`,
};

/** In the language of the page. */
export const freshnessTexts = (): typeof en => inPageLanguage(en, de);
