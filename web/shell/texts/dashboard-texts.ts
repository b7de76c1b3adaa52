import { nameKeys } from '../keys.ts';
import { createCatalogue } from './catalogue.ts';
import { enDashboard, type DashboardTexts } from './en.ts';

const { current, load } = createCatalogue<DashboardTexts>(enDashboard, {
  de: async () => {
    const { deDashboard, deKeyNames } = await import('./de.ts');
    nameKeys(deKeyNames);
    return deDashboard;
  },
});

/** The localized texts of the dashboard. */
export const dashboardTexts = current;
export const loadDashboardTexts = load;
