import type { FrameFact } from '../../../shared/frame/frame-tree.ts';
import { inPageLanguage } from './catalogue.ts';
import { counted } from './format.ts';

const en = {
  frame: (title: string) => `The page ${title}`,
  notes: 'Comments and findings on this page',
  showText: 'Show text',
  showPage: 'Show page',
  showSource: 'Show source',
  pick: 'Select element',
  loading: 'Loading…',
  failed: (sentence: string) => `The page could not be loaded: ${sentence}`,
  left: 'The page tried to go elsewhere and was stopped. Reload the review to see it again.',
  title: (title: string) => `Title: ${title}`,
  complete: 'Everything is shown.',
  missing: (parts: string) => `Not on the page: ${parts}.`,
  onlyRead: 'The original page. Comment on its main text.',
  mainText: 'The main text of the page.',
  hidden: (count: number) => counted(count, 'hidden text', 'hidden texts'),
  facts: {
    script: (count) => `${counted(count, 'script', 'scripts')} (not run)`,
    comment: (count) => counted(count, 'HTML comment', 'HTML comments'),
    embedded: (count) =>
      counted(count, 'embedded document or medium', 'embedded documents or media'),
    template: (count) => counted(count, 'template', 'templates'),
    redirect: (count) => `${counted(count, 'redirect', 'redirects')} (not followed)`,
    remote: (count) =>
      `${counted(count, 'image or style', 'images or styles')} from elsewhere (not loaded)`,
  } satisfies Record<FrameFact, (count: number) => string> as Record<
    FrameFact,
    (count: number) => string
  >,
  link: (address: string) => `Link to ${address}`,
  open: 'Open',
  dismiss: 'Dismiss',
};

const de: typeof en = {
  frame: (title) => `Die Seite ${title}`,
  notes: 'Kommentare und Befunde auf dieser Seite',
  showText: 'Text anzeigen',
  showPage: 'Seite anzeigen',
  showSource: 'Quelltext anzeigen',
  pick: 'Element auswählen',
  loading: 'Wird geladen …',
  failed: (sentence) => `Die Seite konnte nicht geladen werden: ${sentence}`,
  left: 'Die Seite wollte woandershin und wurde angehalten. Laden Sie das Review neu, um sie wieder zu sehen.',
  title: (title) => `Titel: ${title}`,
  complete: 'Alles wird angezeigt.',
  missing: (parts) => `Nicht auf der Seite: ${parts}.`,
  onlyRead: 'Die ursprüngliche Seite. Kommentieren Sie ihren Haupttext.',
  mainText: 'Der Haupttext der Seite.',
  hidden: (count) => counted(count, 'verborgener Text', 'verborgene Texte'),
  facts: {
    script: (count) => `${counted(count, 'Skript', 'Skripte')} (nicht ausgeführt)`,
    comment: (count) => counted(count, 'HTML-Kommentar', 'HTML-Kommentare'),
    embedded: (count) =>
      counted(count, 'eingebettetes Dokument oder Medium', 'eingebettete Dokumente oder Medien'),
    template: (count) => counted(count, 'Vorlage', 'Vorlagen'),
    redirect: (count) => `${counted(count, 'Weiterleitung', 'Weiterleitungen')} (nicht gefolgt)`,
    remote: (count) =>
      `${counted(count, 'Bild oder Stil', 'Bilder oder Stile')} von anderswo (nicht geladen)`,
  },
  link: (address) => `Link zu ${address}`,
  open: 'Öffnen',
  dismiss: 'Schließen',
};

/** Loaded when they are needed, in the language of the page. */
export const frameTexts = (): typeof en => inPageLanguage(en, de);
