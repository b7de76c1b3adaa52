import { createContext, Script } from 'node:vm';
import { Readability } from '@mozilla/readability';
import JSDOMParser from '@mozilla/readability/JSDOMParser.js';
import { escapeHtml } from '../html-text.ts';
import type { PlainHtml } from '../plain-html.ts';
import { mainTextTimeLimitMs } from '../../../../shared/limits.ts';

/** Shorter pages have little around their text. */
const minCharacters = 500;

/** The main text of a page, without navigation, adverts and the like; undefined if it cannot be told in this time. */
export const mainText = (
  { html, title = '' }: PlainHtml,
  timeLimitMs = mainTextTimeLimitMs,
): PlainHtml | undefined => {
  if (html.length < minCharacters) return undefined;
  const found = withinTime(timeLimitMs, () => {
    const page = `<html><head><title>${escapeHtml(title)}</title></head><body>${html}</body></html>`;
    const document = new JSDOMParser().parse(page, '');
    return document === null ? null : new Readability(document, options).parse();
  });
  const { content, title: shown, textContent } = found ?? {};
  if (typeof content !== 'string' || (textContent ?? '').length < minCharacters) return undefined;
  return { html: content, title: shown ?? undefined };
};

const options = {
  // The languages of code are in classes.
  keepClasses: true,
  disableJSONLD: true,
  charThreshold: minCharacters,
};

const call = new Script('run()');

/** The result of a function; undefined if it fails or takes longer. */
const withinTime = <Result>(timeout: number, run: () => Result): Result | undefined => {
  try {
    return call.runInContext(createContext({ run }), { timeout }) as Result;
  } catch {
    return undefined;
  }
};
