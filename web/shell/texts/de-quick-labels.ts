import { defaultQuickLabels, type QuickLabel } from '../../../shared/quick-labels.ts';

const german: readonly QuickLabel[] = [
  { label: 'Wozu?', text: 'Wozu ist das nötig? Begründe es, oder lass es weg.', kind: 'question' },
  { label: 'Unklar', text: 'Das ist unklar. Schreib es genauer.' },
  { label: 'Zu viel', text: 'Das geht über das hinaus, was verlangt war. Lass es weg.' },
  {
    label: 'Riskant',
    text: 'Das ist riskant. Schreib, wie es getestet und wie es rückgängig gemacht wird.',
  },
  { label: 'Gut', text: 'Gut: So soll es bleiben.', kind: 'keep' },
];

const byDefault = JSON.stringify(defaultQuickLabels);

/** The labels from the settings; German ones if these are the defaults. */
export const germanQuickLabels = (labels: readonly QuickLabel[]): readonly QuickLabel[] =>
  JSON.stringify(labels) === byDefault ? german : labels;
