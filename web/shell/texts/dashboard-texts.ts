import { nameKeys } from '../keys.ts';
import { Catalogue } from './catalogue.ts';
import { enDashboard, type DashboardTexts } from './en.ts';

const catalogue = new Catalogue<DashboardTexts>(enDashboard, {
  de: async () => {
    const { deDashboard, deKeyNames } = await import('./de.ts');
    nameKeys(deKeyNames);
    return deDashboard;
  },
});

/** The texts of the dashboard in the reader's language. */
export const dashboardTexts = (): DashboardTexts => catalogue.current;

/** Fetches the texts before the first paint. @param setting a language, or `auto` for the browser's */
export const loadDashboardTexts = (setting: string): Promise<void> => catalogue.load(setting);
