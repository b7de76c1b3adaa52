import type { Frame, Page } from 'playwright-core';

/** The frame of an HTML document, once it is drawn. */
export const htmlFrame = async (page: Page): Promise<Frame> => {
  const element = page.locator('.frame-page[data-drawn="true"]');
  await element.waitFor();
  const frame = await (await element.elementHandle())?.contentFrame();
  if (!frame) throw new Error('There is no frame.');
  return frame;
};
