import { inPageLanguage } from './catalogue.ts';
import { counted } from './format.ts';

const en = {
  attach: 'Attach image',
  attachTitle: 'Attach images, or paste or drop them here',
  arriving: (count: number) => `Uploading ${counted(count, 'image', 'images')} …`,
  image: (number: number) => `Attached image ${number}`,
  open: (width: number, height: number) => `Open in full (${width} × ${height})`,
  remove: (number: number) => `Remove image ${number}`,
  description: (number: number) => `Description of image ${number}`,
  placeholder: 'What it shows',
  tooMany: (most: number) => `A comment takes ${most} images. Add another comment for more.`,
  late: 'An image arrived after its comment was closed. Edit the comment and attach it again.',
};

const de: typeof en = {
  attach: 'Bild anhängen',
  attachTitle: 'Bilder anhängen, hier einfügen oder hierher ziehen',
  arriving: (count) => `${counted(count, 'Bild wird', 'Bilder werden')} hochgeladen …`,
  image: (number) => `Angehängtes Bild ${number}`,
  open: (width, height) => `In voller Größe öffnen (${width} × ${height})`,
  remove: (number) => `Bild ${number} entfernen`,
  description: (number) => `Beschreibung von Bild ${number}`,
  placeholder: 'Was es zeigt',
  tooMany: (most) =>
    `Ein Kommentar fasst ${most} Bilder. Füge für weitere einen neuen Kommentar hinzu.`,
  late: 'Ein Bild kam erst an, als sein Kommentar schon geschlossen war. Bearbeite den Kommentar und hänge es noch einmal an.',
};

/** Loaded with the first editor, in the language of the page. */
export const attachmentTexts = (): typeof en => inPageLanguage(en, de);
