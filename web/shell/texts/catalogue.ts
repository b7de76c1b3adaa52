import { setLocale } from './format.ts';

/** Available languages. */
const languages: ReadonlySet<string> = new Set(['en', 'de']);

/** The first available language (BCP 47, by preference); otherwise English. */
export const chooseLanguage = (wanted: readonly string[]): { language: string; locale: string } => {
  for (const tag of wanted) {
    const [language = ''] = tag.toLowerCase().split('-');
    if (languages.has(language)) return { language, locale: tag };
  }
  return { language: 'en', locale: 'en' };
};

/** The texts of a page: English until a translation is loaded. */
export class Catalogue<PageTexts> {
  readonly #english: PageTexts;
  readonly #translations: Readonly<Record<string, () => Promise<PageTexts>>>;
  #current: PageTexts;

  constructor(
    english: PageTexts,
    translations: Readonly<Record<string, () => Promise<PageTexts>>>,
  ) {
    this.#english = english;
    this.#translations = translations;
    this.#current = english;
  }

  get current(): PageTexts {
    return this.#current;
  }

  /** Loads the texts before first paint. @param setting a language, or `auto` for the browser's */
  async load(setting: string): Promise<void> {
    const { language, locale } = chooseLanguage(
      setting === 'auto' ? navigator.languages : [setting],
    );
    const english = this.#english;
    // Fall back to English if the file is missing.
    this.#current = (await this.#translations[language]?.().catch(() => english)) ?? english;
    const isEnglish = this.#current === english;
    setLocale(isEnglish && language !== 'en' ? 'en' : locale);
    document.documentElement.lang = isEnglish ? 'en' : language;
  }
}
