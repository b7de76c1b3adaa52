import { expect, it } from 'vitest';
import { foldedRuns } from '../../../../../../web/review/features/document/versions/folded-runs.ts';

const fold = (text: string): string =>
  foldedRuns(text.split(''), (letter) => letter === 'X', { around: 2, least: 3 })
    .map(({ isFolded, first, items }) => (isFolded ? `[${first}:${items.length}]` : items.join('')))
    .join('');

it.each([
  ['', ''],
  ['aaaa', '[0:4]'],
  ['X', 'X'],
  ['aaaaXbbbb', 'aaaaXbbbb'],
  ['aaaaaXbbbbb', '[0:3]aaXbb[8:3]'],
  ['XaaaaX', 'XaaaaX'],
  ['XaaaaaaaX', 'Xaa[3:3]aaX'],
])('of %j is %j', (text, folded) => expect(fold(text)).toBe(folded));
