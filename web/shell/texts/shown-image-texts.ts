import { inPageLanguage } from './catalogue.ts';

/** Why an image of a document is not shown. */
export type Refusal =
  | 'remote'
  | 'outside'
  | 'hidden'
  | 'missing'
  | 'notAnImage'
  | 'tooLarge'
  | 'unavailable'
  | 'unreachable';

interface ShownImageTexts {
  readonly refused: Readonly<Record<Refusal, (address: string) => string>>;
}

const en: ShownImageTexts = {
  refused: {
    remote: (address) => `Not loaded, since it is not a local file: ${address}`,
    outside: (address) => `Not shown, since it is outside the folder: ${address}`,
    hidden: (address) => `Not shown, since it is a hidden file or in a hidden folder: ${address}`,
    missing: (address) => `Not found in the folder, or a link: ${address}`,
    notAnImage: (address) =>
      `Not shown, since the file is not an image that browsers show: ${address}`,
    tooLarge: (address) => `Not shown, since it exceeds 16 MiB or 50 megapixels: ${address}`,
    unavailable: (address) => `Only shown in an open review of a file: ${address}`,
    unreachable: (address) => `Not loaded, since the server does not answer: ${address}`,
  },
};

const de: ShownImageTexts = {
  refused: {
    remote: (address) => `Nicht geladen, da keine lokale Datei: ${address}`,
    outside: (address) => `Nicht angezeigt, da außerhalb des Ordners: ${address}`,
    hidden: (address) =>
      `Nicht angezeigt, da die Datei versteckt ist oder in einem versteckten Ordner liegt: ${address}`,
    missing: (address) => `Nicht im Ordner gefunden, oder ein Link: ${address}`,
    notAnImage: (address) =>
      `Nicht angezeigt, da die Datei kein Bild ist, das Browser anzeigen: ${address}`,
    tooLarge: (address) => `Nicht angezeigt, da größer als 16 MiB oder 50 Megapixel: ${address}`,
    unavailable: (address) => `Nur im offenen Review einer Datei zu sehen: ${address}`,
    unreachable: (address) => `Nicht geladen, da der Server nicht antwortet: ${address}`,
  },
};

/** Loaded when they are needed, in the language of the page. */
export const shownImageTexts = (): ShownImageTexts => inPageLanguage(en, de);
