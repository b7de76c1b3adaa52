import type { Page } from 'playwright-core';

/** Holds back the answers to a path. @returns what lets them through, and resolves when one is */
export const holdAnswer = async (page: Page, path: string): Promise<() => Promise<void>> => {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  let give = (): void => undefined;
  const given = new Promise<void>((resolve) => (give = resolve));
  await page.route(`**${path}`, async (route) => {
    const response = await route.fetch();
    await released;
    await route.fulfill({ response });
    give();
  });
  return async () => {
    release();
    await given;
  };
};
