import { nameKeys } from '../keys.ts';
import { Catalogue } from './catalogue.ts';
import { en, type Texts } from './en.ts';

const catalogue = new Catalogue<Texts>(en, {
  de: async () => {
    const { de, deKeyNames } = await import('./de.ts');
    nameKeys(deKeyNames);
    return de;
  },
});

/** The texts of a review in the reader's language. To be asked when something is shown, not when a module is loaded. */
export const texts = (): Texts => catalogue.current;

/** Fetches the texts before the first paint. @param setting a language, or `auto` for the browser's */
export const loadTexts = (setting: string): Promise<void> => catalogue.load(setting);
