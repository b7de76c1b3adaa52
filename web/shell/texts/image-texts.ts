import { inPageLanguage } from './catalogue.ts';

const en = {
  loading: 'Loading …',
  unknown: (size: string) => `This image cannot be shown here (${size}).`,
  tooLarge: (size: string) =>
    `This image would take the browser too much memory or time (${size}).`,
  side: { old: 'Before', new: 'After' },
  alt: {
    old: (path: string) => `${path} before the change`,
    new: (path: string) => `${path} after the change`,
  },
};

const de: typeof en = {
  loading: 'Wird geladen …',
  unknown: (size) => `Dieses Bild lässt sich hier nicht anzeigen (${size}).`,
  tooLarge: (size) => `Dieses Bild würde den Browser zu viel Speicher oder Zeit kosten (${size}).`,
  side: { old: 'Vorher', new: 'Nachher' },
  alt: {
    old: (path) => `${path} vor der Änderung`,
    new: (path) => `${path} nach der Änderung`,
  },
};

/** The texts of images in a diff, which are loaded with them, in the language of the page. */
export const imageTexts = (): typeof en => inPageLanguage(en, de);
