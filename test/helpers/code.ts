import type { Locator, Page } from 'playwright-core';

/** The part of the diff that shows a file. */
export const codeOf = (page: Page, name: string): Locator =>
  page.locator('diffs-container').filter({ has: page.getByRole('heading', { name }) });

/** The number of a line, on the new side where there are two. */
export const lineNumber = (code: Locator, line: number): Locator =>
  code.locator(`:is([data-additions], [data-unified]) [data-column-number="${line}"]`).last();

/** What the mouse is offered at a line, for a comment on it. */
export const commentButton = (code: Locator): Locator =>
  code.getByRole('button', { name: 'Comment on this line' });

/** Moves the mouse to the number of a line. */
export const hoverLine = async (code: Locator, line: number): Promise<void> => {
  const number = lineNumber(code, line);
  await number.scrollIntoViewIfNeeded();
  // The diff places its lines in the frame after a scroll.
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

/** Drags over the numbers of lines. */
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
