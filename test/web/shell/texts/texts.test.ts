import { readdir } from 'node:fs/promises';
import { describe, expect, it, vi } from 'vitest';
import { nameKeys } from '../../../../web/shell/keys.ts';
import { de, deDashboard, deKeyNames } from '../../../../web/shell/texts/de.ts';
import { enDiff } from '../../../../web/shell/texts/en-diff.ts';
import { en, enDashboard } from '../../../../web/shell/texts/en.ts';
import { loadTexts } from '../../../../web/shell/texts/texts.ts';
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

/** Paths of texts, without those of the editor's library, which speaks English by itself. */
const ownPaths = (all: readonly (readonly [path: string, text: string])[]): string[] =>
  all.map(([path]) => path).filter((path) => !path.startsWith('.phrases.'));

/** What returns the texts that are loaded when they are needed. */
const lateTexts = async (): Promise<(() => unknown)[]> => {
  const folder = new URL('../../../../web/shell/texts/', import.meta.url);
  // These are in a catalogue.
  const isLate = (name: string) =>
    name.endsWith('-texts.ts') && !/^(?:dashboard|diff)-/u.test(name);
  const names = (await readdir(folder)).filter(isLate);
  expect(names.length).toBeGreaterThan(10);
  const modules = await Promise.all(
    names.map((name) => import(new URL(name, folder).href) as Promise<Record<string, unknown>>),
  );
  return modules
    .flatMap((exported) => Object.values(exported))
    .filter((value): value is () => unknown => typeof value === 'function');
};

/** English words that no German text has, and a form of address that the pages do not use. */
const notGerman =
  /\b(?:the|of|and|or|not|with|this|from|by|your|you|comments?|findings?|files?|lines?|ctrl|[Dd]u|[Dd]ein(?:e[mnrs]?)?|[Dd]ich)\b/u;

describe('the catalogue', () => {
  it('has a text for everything, in both languages', () => {
    for (const language of [en, enDiff, de, enDashboard, deDashboard])
      for (const [path, text] of allTexts(language)) expect(text, path).not.toBe('');
    for (const [path, text] of [...allTexts(de), ...allTexts(deDashboard)])
      expect(text, path).not.toMatch(notGerman);
    expect(allTexts(deDashboard).map(([path]) => path)).toEqual(
      allTexts(enDashboard).map(([path]) => path),
    );
    expect(new Set(allTexts(de).map(([path]) => path))).toEqual(
      new Set(allTexts({ ...en, diff: enDiff }).map(([path]) => path)),
    );
  });

  it('is the same for what is loaded later', async () => {
    vi.stubGlobal('document', { documentElement: {} });
    for (const textsOf of await lateTexts()) {
      await loadTexts('en');
      const english = allTexts(textsOf());
      await loadTexts('de');
      const german = allTexts(textsOf());
      expect(german).not.toEqual(english);
      expect(ownPaths(german)).toEqual(ownPaths(english));
      for (const [path, text] of [...english, ...german]) expect(text, path).not.toBe('');
      for (const [path, text] of german)
        if (!path.startsWith('.phrases.')) expect(text, path).not.toMatch(notGerman);
    }
    await loadTexts('en');
    // The names of keys stay otherwise.
    nameKeys(Object.fromEntries(Object.keys(deKeyNames).map((name) => [name, name])));
    vi.unstubAllGlobals();
  });
});
