import { inPageLanguage } from './catalogue.ts';
import { formatNumber } from './format.ts';

const en = {
  view: 'Enlarged diagram',
  smaller: 'Smaller',
  larger: 'Larger',
  fit: 'Fit',
  close: 'Close',
  scale: 'Size',
  percent: (scale: number) => `${formatNumber(Math.round(scale * 100))} %`,
  key: (key: string) => `Key: ${key}`,
};

const de: typeof en = {
  view: 'Vergrößertes Diagramm',
  smaller: 'Kleiner',
  larger: 'Größer',
  fit: 'Einpassen',
  close: 'Schließen',
  scale: 'Größe',
  percent: (scale) => `${formatNumber(Math.round(scale * 100))} %`,
  key: (key) => `Taste: ${key}`,
};

/** Loaded with an enlarged diagram, in the language of the page. */
export const diagramTexts = (): typeof en => inPageLanguage(en, de);
