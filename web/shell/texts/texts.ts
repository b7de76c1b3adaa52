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

/** The localized texts of a review. Call at render time, not when a module is loaded. */
export const texts = (): Texts => catalogue.current;

/** Loads the texts before first paint. @param setting a language, or `auto` for the browser's */
export const loadTexts = (setting: string): Promise<void> => catalogue.load(setting);
