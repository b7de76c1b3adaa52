import { GalleyError } from '../errors.ts';
import { safeParse } from '../parse.ts';
import { dataClosing, dataOpening } from './shared-page.ts';
import { importedReviewSchema, type ImportedReview } from './shared-review.ts';

/**
 * What a shared file carries. Of the file, only its block of data is read, and nothing is run.
 * @throws GalleyError `not_a_text` if it is no such file
 */
export const readSharedFile = (html: string): ImportedReview => {
  const from = html.indexOf(dataOpening);
  const start = from + dataOpening.length;
  const end = html.indexOf(dataClosing, start);
  if (from < 0 || end < 0) throw notShared();
  const parsed = safeParse(importedReviewSchema, parseJson(html.slice(start, end)));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw notShared(issue === undefined ? '' : ` (${[...issue.path, issue.message].join(': ')})`);
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw notShared(' (its data is damaged)', cause);
  }
};

const notShared = (why = '', cause?: unknown): GalleyError =>
  new GalleyError(
    'not_a_text',
    `This file is not a review shared by Galley, or was written by another release of it${why}. Ask for the file that "Download with my comments" makes.`,
    { cause },
  );
