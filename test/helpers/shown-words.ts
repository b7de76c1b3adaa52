import type { Page } from 'playwright-core';

/** All texts on a page: visible ones, and the names, titles and placeholders of its elements. */
export const shownWords = async (page: Page): Promise<string[]> => {
  const words = await page.evaluate(() => {
    const said: string[] = [document.title];
    for (const element of document.querySelectorAll('body, body *')) {
      if (!element.checkVisibility({ visibilityProperty: true })) continue;
      for (const name of ['aria-label', 'aria-description', 'title', 'placeholder', 'alt'])
        said.push(element.getAttribute(name) ?? '');
      for (const node of element.childNodes)
        if (node instanceof Text) said.push(node.textContent ?? '');
    }
    return said;
  });
  return [...new Set(words.map((text) => text.trim()).filter((text) => text !== ''))];
};
