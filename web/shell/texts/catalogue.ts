import { setLocale } from './format.ts';

/** The languages that there is a file of. */
const languages: ReadonlySet<string> = new Set(['en', 'de']);

/** The first of the wanted languages (BCP 47, the most wanted first) that there are texts in; else English. */
export const chooseLanguage = (wanted: readonly string[]): { language: string; locale: string } => {
  for (const tag of wanted) {
    const [language = ''] = tag.toLowerCase().split('-');
    if (languages.has(language)) return { language, locale: tag };
  }
  return { language: 'en', locale: 'en' };
};

/** The texts of one page, in English at once and in another language when that has been fetched. */
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

  /** Fetches the texts before the first paint. @param setting a language, or `auto` for the browser's */
  async load(setting: string): Promise<void> {
    const { language, locale } = chooseLanguage(
      setting === 'auto' ? navigator.languages : [setting],
    );
    const english = this.#english;
    // A file that is missing leaves the reader with English, not with an empty page.
    this.#current = (await this.#translations[language]?.().catch(() => english)) ?? english;
    const isEnglish = this.#current === english;
    setLocale(isEnglish && language !== 'en' ? 'en' : locale);
    document.documentElement.lang = isEnglish ? 'en' : language;
  }
}
