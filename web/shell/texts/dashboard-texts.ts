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

/** The localized texts of the dashboard. */
export const dashboardTexts = (): DashboardTexts => catalogue.current;

/** Loads the texts before first paint. @param setting a language, or `auto` for the browser's */
export const loadDashboardTexts = (setting: string): Promise<void> => catalogue.load(setting);
