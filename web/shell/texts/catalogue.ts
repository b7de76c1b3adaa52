import { setLocale } from './format.ts';

const languages: ReadonlySet<string> = new Set(['en', 'de']);

/** What the page is shown in. */
let shown = 'en';

/** The first available language (BCP 47, by preference); otherwise English. */
export const chooseLanguage = (wanted: readonly string[]): { language: string; locale: string } => {
  for (const tag of wanted) {
    const [language = ''] = tag.toLowerCase().split('-');
    if (languages.has(language)) return { language, locale: tag };
  }
  return { language: 'en', locale: 'en' };
};

/** The texts of a page: English until a translation is loaded. */
export const createCatalogue = <PageTexts>(
  english: PageTexts,
  translations: Readonly<Record<string, () => Promise<PageTexts>>>,
) => {
  let current = english;
  return {
    current: () => current,
    /** Loads the texts before first paint. @param setting a language, or `auto` for the browser's */
    load: async (setting: string): Promise<void> => {
      const { language, locale } = chooseLanguage(
        setting === 'auto' ? navigator.languages : [setting],
      );
      // Fall back to English if the file is missing.
      current = (await translations[language]?.().catch(() => english)) ?? english;
      const isEnglish = current === english;
      setLocale(isEnglish && language !== 'en' ? 'en' : locale);
      shown = isEnglish ? 'en' : language;
      document.documentElement.lang = shown;
    },
  };
};

/** Texts that are not part of a catalogue, since they are loaded when they are needed. */
export const inPageLanguage = <Late>(english: Late, german: Late): Late =>
  shown === 'de' ? german : english;
