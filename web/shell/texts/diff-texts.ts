import { enDiff } from './en-diff.ts';
import type { DiffTexts } from './en.ts';
import { texts } from './texts.ts';

/** Texts of code changes. Those in other languages are part of the page's catalogue. */
export const diffTexts = (): DiffTexts => texts().diff ?? enDiff;
