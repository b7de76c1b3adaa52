import { inPageLanguage } from './catalogue.ts';
import { formatNumber } from './format.ts';

const en = {
  name: (kind: string) => `Diagram (${kind})`,
  draw: 'Draw',
  enlarge: 'Enlarge',
  showSource: 'Show source',
  showPicture: 'Show picture',
  notes: {
    heavy: 'A large diagram: drawing it may take a while.',
    refused: 'This diagram is not drawn because it could load something.',
    invalid: (reason: string) => `This diagram cannot be drawn: ${reason}`,
  },
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
  name: (kind) => `Diagramm (${kind})`,
  draw: 'Zeichnen',
  enlarge: 'Vergrößern',
  showSource: 'Quelltext zeigen',
  showPicture: 'Bild zeigen',
  notes: {
    heavy: 'Ein großes Diagramm: Es zu zeichnen kann eine Weile dauern.',
    refused: 'Dieses Diagramm wird nicht gezeichnet, da es etwas nachladen könnte.',
    invalid: (reason) => `Dieses Diagramm lässt sich nicht zeichnen: ${reason}`,
  },
  view: 'Vergrößertes Diagramm',
  smaller: 'Kleiner',
  larger: 'Größer',
  fit: 'Einpassen',
  close: 'Schließen',
  scale: 'Größe',
  percent: (scale) => `${formatNumber(Math.round(scale * 100))} %`,
  key: (key) => `Taste: ${key}`,
};

/** Loaded with the first diagram, in the language of the page. */
export const diagramTexts = (): typeof en => inPageLanguage(en, de);
