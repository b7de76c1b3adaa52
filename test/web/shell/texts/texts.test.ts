import { describe, expect, it } from 'vitest';
import { de, deDashboard } from '../../../../web/shell/texts/de.ts';
import { en, enDashboard } from '../../../../web/shell/texts/en.ts';
import { counted } from '../../../../web/shell/texts/format.ts';
import { chooseLanguage } from '../../../../web/shell/texts/catalogue.ts';

describe('chooseLanguage', () => {
  it.each([
    [['de-AT', 'en'], { language: 'de', locale: 'de-AT' }],
    [['fr', 'de'], { language: 'de', locale: 'de' }],
    [['en-GB', 'de'], { language: 'en', locale: 'en-GB' }],
    [['fr', 'tlh'], { language: 'en', locale: 'en' }],
    [['en-US@posix'], { language: 'en', locale: 'en-US@posix' }],
    [['__proto__', 'constructor', ''], { language: 'en', locale: 'en' }],
    [[], { language: 'en', locale: 'en' }],
  ])('of %j', (wanted, expected) => {
    expect(chooseLanguage(wanted)).toEqual(expected);
  });
});

describe('counted', () => {
  it('returns the singular or plural', () => {
    expect([0, 1, 2].map((count) => counted(count, 'one', 'many'))).toEqual([
      '0 many',
      '1 one',
      '2 many',
    ]);
  });
});

/** All texts of a catalogue with their paths; functions are called with several numbers. */
const allTexts = (part: unknown, path = ''): [string, string][] => {
  if (typeof part === 'string') return [[path, part]];
  if (typeof part === 'function')
    return [[path, String((part as (...args: unknown[]) => unknown)(2, 3, 4))]];
  return Object.entries(part as object).flatMap(([key, value]) =>
    allTexts(value, `${path}.${key}`),
  );
};

describe('the catalogue', () => {
  it('has a text for everything, in both languages', () => {
    for (const language of [en, de, enDashboard, deDashboard])
      for (const [path, text] of allTexts(language)) expect(text, path).not.toBe('');
    expect(allTexts(deDashboard).map(([path]) => path)).toEqual(
      allTexts(enDashboard).map(([path]) => path),
    );
    expect(allTexts(de).map(([path]) => path)).toEqual(allTexts(en).map(([path]) => path));
  });
});
