import { nameKeys } from '../keys.ts';
import { createCatalogue } from './catalogue.ts';
import { en, type Texts } from './en.ts';

const { current, load } = createCatalogue<Texts>(en, {
  de: async () => {
    const { de, deKeyNames } = await import('./de.ts');
    nameKeys(deKeyNames);
    return de;
  },
});

/** The localized texts of a review. Call at render time, not when a module is loaded. */
export const texts = current;
export const loadTexts = load;
