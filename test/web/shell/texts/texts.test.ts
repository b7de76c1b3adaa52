import { describe, expect, it, vi } from 'vitest';
import { de, deDashboard } from '../../../../web/shell/texts/de.ts';
import { en, enDashboard } from '../../../../web/shell/texts/en.ts';
import { counted } from '../../../../web/shell/texts/format.ts';
import { chooseLanguage, createCatalogue } from '../../../../web/shell/texts/catalogue.ts';
import { commandTitles } from '../../../../web/shell/texts/command-texts.ts';
import { decisionTexts } from '../../../../web/shell/texts/decision-texts.ts';
import { filesTexts } from '../../../../web/shell/texts/files-texts.ts';
import { findingsTexts } from '../../../../web/shell/texts/findings-texts.ts';
import { foldsTexts } from '../../../../web/shell/texts/folds-texts.ts';
import { helpTexts } from '../../../../web/shell/texts/help-texts.ts';
import { imageTexts } from '../../../../web/shell/texts/image-texts.ts';
import { scopeTexts } from '../../../../web/shell/texts/scope-texts.ts';
import { skillsTexts } from '../../../../web/shell/texts/skills-texts.ts';
import { sourceTexts } from '../../../../web/shell/texts/source-texts.ts';
import { stagingTexts } from '../../../../web/shell/texts/staging-texts.ts';
import { versionsTexts } from '../../../../web/shell/texts/versions-texts.ts';
import { roundsTexts } from '../../../../web/shell/texts/rounds-texts.ts';
import { structureTexts } from '../../../../web/shell/texts/structure-texts.ts';

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

  it('is the same for what is loaded later', async () => {
    vi.stubGlobal('document', { documentElement: {} });
    const { load } = createCatalogue('en', { de: () => Promise.resolve('de') });
    const late = [
      commandTitles,
      decisionTexts,
      filesTexts,
      findingsTexts,
      foldsTexts,
      helpTexts,
      imageTexts,
      scopeTexts,
      skillsTexts,
      sourceTexts,
      stagingTexts,
      roundsTexts,
      structureTexts,
      versionsTexts,
    ];
    for (const textsOf of late) {
      await load('en');
      const english = allTexts(textsOf());
      await load('de');
      const german = allTexts(textsOf());
      expect(german).not.toEqual(english);
      expect(german.map(([path]) => path)).toEqual(english.map(([path]) => path));
      for (const [path, text] of [...english, ...german]) expect(text, path).not.toBe('');
    }
    await load('en');
    vi.unstubAllGlobals();
  });
});
