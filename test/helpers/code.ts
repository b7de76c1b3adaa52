import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

type Box = NonNullable<Awaited<ReturnType<Locator['boundingBox']>>>;

/** Generous timeout for pages on a busy machine. */
const patiently = { timeout: 40_000 };

/** The part of the diff that shows a file. */
export const codeOf = (page: Page, name: string): Locator =>
  page.locator('diffs-container').filter({ has: page.getByRole('heading', { name }) });

/** Chooses an item in the menu of a file's header. */
export const chooseOfFile = async (code: Locator, name: string): Promise<void> => {
  await code.getByRole('button', { name: /^More for /u }).click();
  await code.page().getByRole('menuitem', { name }).click();
};

/** The lines of one side; in a unified view, unchanged lines count as new. */
const placesOf = (side: 'old' | 'new'): string => {
  const deleted = '[data-line-type="change-deletion"]';
  return side === 'new'
    ? `:is([data-additions] *, [data-unified] :not(${deleted}))`
    : `:is([data-deletions] *, [data-unified] ${deleted})`;
};

/** The number of a line on the new side. */
export const lineNumber = (code: Locator, line: number): Locator =>
  code.locator(`${placesOf('new')}[data-column-number="${line}"]`).last();

/** The button for a comment on the hovered line. */
export const commentButton = (code: Locator): Locator =>
  code.getByRole('button', { name: 'Comment on this line' });

/** Hovers over the number of a line. */
export const hoverLine = async (code: Locator, line: number): Promise<void> => {
  const number = lineNumber(code, line);
  await number.hover();
  // If that has scrolled, the diff lays out its lines in the next frame.
  await code
    .page()
    .evaluate(
      'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))',
    );
  await number.hover();
};

/** Opens an editor on a line with the mouse. */
export const commentOn = async (code: Locator, line: number): Promise<Locator> => {
  await hoverLine(code, line);
  await commentButton(code).click();
  const editor = code.getByRole('textbox', { name: 'Comment', exact: true });
  await editor.waitFor();
  return editor;
};

/** Drags over line numbers. */
export const dragOver = async (
  code: Locator,
  [from, to]: readonly [number, number],
): Promise<void> => {
  const { mouse } = code.page();
  await hoverLine(code, from);
  await mouse.down();
  await lineNumber(code, to).hover();
  await mouse.up();
};

/** The text of a line. */
export const codeLine = (code: Locator, line: number, side: 'old' | 'new' = 'new'): Locator =>
  code.locator(`${placesOf(side)}[data-line="${line}"]`);

/** The place of an element, once it is drawn: what is being redrawn has none for a moment. */
export const boxOf = async (place: Locator): Promise<Box> => {
  let box: Box | null = null;
  await expect.poll(async () => (box = await place.boundingBox()), patiently).not.toBeNull();
  return box ?? Promise.reject(new Error('It is not drawn.'));
};

/** Selects text with the mouse, from the middle of the first line to the middle of the last. */
export const selectText = async (first: Locator, last: Locator): Promise<void> => {
  const { mouse } = first.page();
  const middleOf = async (line: Locator) => {
    const { x, y, height } = await boxOf(line);
    return [x + 80, y + height / 2] as const;
  };
  await settledTop(first);
  await mouse.move(...(await middleOf(first)));
  await mouse.down();
  await mouse.move(...(await middleOf(last)), { steps: 4 });
  await mouse.up();
};

/** The top position of an element, once it has stopped moving. */
export const settledTop = async (place: Locator): Promise<number> => {
  let was: number | undefined;
  await expect
    .poll(async () => {
      const before = was;
      was = await place.evaluate(
        (element) =>
          new Promise<number>((resolve) => {
            requestAnimationFrame(() =>
              requestAnimationFrame(() => resolve(element.getBoundingClientRect().y)),
            );
          }),
      );
      return was === before;
    }, patiently)
    .toBe(true);
  return was ?? Number.NaN;
};
