import { en, type Texts } from './en.ts';
import { setLocale } from './format.ts';

/** The languages that there is a file of, besides English, which every page has at once. */
const translations: Readonly<Record<string, () => Promise<Texts>>> = {
  de: async () => (await import('./de.ts')).de,
};

let current: Texts = en;

/** The texts in the reader's language. To be asked when something is shown, not when a module is loaded. */
export const texts = (): Texts => current;

/** The first of the wanted languages (BCP 47, the most wanted first) that there are texts in; else English. */
export const chooseLanguage = (wanted: readonly string[]): { language: string; locale: string } => {
  for (const tag of wanted) {
    const [language = ''] = tag.toLowerCase().split('-');
    if (language === 'en' || Object.hasOwn(translations, language))
      return { language, locale: tag };
  }
  return { language: 'en', locale: 'en' };
};

/** Fetches the texts before the first paint. @param setting a language, or `auto` for the browser's */
export const loadTexts = async (setting: string): Promise<void> => {
  const wanted = setting === 'auto' ? navigator.languages : [setting];
  const { language, locale } = chooseLanguage(wanted);
  const load = translations[language];
  // A file that is missing leaves the reader with English, not with an empty page.
  current = load === undefined ? en : await load().catch(() => en);
  setLocale(current === en && language !== 'en' ? 'en' : locale);
  document.documentElement.lang = current === en ? 'en' : language;
};
