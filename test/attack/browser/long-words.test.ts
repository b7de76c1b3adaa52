import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openPage } from '../../helpers/browser.ts';
import { linear } from '../../helpers/cpu-time.ts';
import { reviewsInBrowser } from '../../helpers/reviews-in-browser.ts';

const { reviews, browser } = await reviewsInBrowser();

/** Letters that are kerned in the font of prose, and signs that have ligatures in the font of code. */
const repeated = ['A', 'V', 'W', '7', 'f', 'r', '\\', 'AV', 'To', 'Wa', '=', '-', '#', '*', '~'];

/** Milliseconds to lay out a word of so many letters in an element like a paragraph, or like code in one. */
const timeLayout = `(name, text) => {
  const paragraph = document.querySelector('main [data-block] p').cloneNode();
  document.querySelector('main [data-block]').append(paragraph);
  const element = name === 'p' ? paragraph : paragraph.appendChild(document.createElement(name));
  element.textContent = text;
  const start = performance.now();
  const isBroken = paragraph.offsetHeight > 100;
  const took = performance.now() - start;
  paragraph.remove();
  if (!isBroken) throw new Error('The word is in one line.');
  return took;
}`;

/** Below this, times are too short to be compared. */
const floorMs = 60;

it.each(['p', 'code'])('long words in <%s> are laid out in linear time', async (name) => {
  await writeFile(join(reviews.folder, 'plan.md'), '# Plan\n\nA paragraph.\n');
  const { url } = await reviews.open(['plan', 'plan.md']);
  const { page } = await openPage(browser, url);
  await page.getByText('A paragraph.').waitFor();
  const timeOf = (piece: string, letters: number) =>
    page.evaluate<number>(
      `(${timeLayout})('${name}', ${JSON.stringify(piece.repeat(letters / piece.length))})`,
    );
  for (const piece of repeated) {
    const short = await timeOf(piece, 4000);
    const long = await timeOf(piece, 16_000);
    if (long > floorMs) expect(long / short, piece).toBeLessThan(linear);
  }
});
