import type { FileLines } from '../../../../../shared/patch/patch-lines.ts';
import type { NumberedTexts } from '../../../../../shared/placement/anchor.ts';
import {
  findCode,
  linesOfCode,
  type FileQuote,
} from '../../../../../shared/placement/anchor-lines.ts';
import type { ChangedFile } from '../../../../../shared/placement/manifest.ts';
import { can } from '../../../store/session-slice.ts';
import type { Page } from '../../../ui/page.ts';
import { loadPatchLines, wholeFiles, withWholeFile } from '../files/file-texts.ts';
import { maxTextLength } from '../../../store/comments/new-comment.ts';
import { fileOf } from './line-quotes.ts';

/** Reads the lines of the side of a file that a quote is on; undefined if they are not available. */
export type LinesOf = (quote: FileQuote) => Promise<NumberedTexts | undefined>;

/**
 * Reads the files of a version of the change, each once: the lines of the patch or, if a quote is not among them, all
 * lines. Files outside of the change are read as they are in the project.
 */
export const linesIn = (page: Page, files: readonly ChangedFile[]): LinesOf => {
  const { client, store } = page;
  const whole = wholeFiles(page);
  const patches = new Map<string, FileLines | undefined>();
  const isWhole = new Set<string>();
  return async (quote) => {
    const { filePath, side } = quote;
    const file = fileOf(files, filePath);
    if (file === undefined) return whole(quote);
    const lines = patches.has(filePath)
      ? patches.get(filePath)
      : await loadPatchLines(client, file);
    patches.set(filePath, lines);
    if (lines === undefined) return undefined;
    const needsWhole = can(store.getState(), 'context') && !isWhole.has(`${side} ${filePath}`);
    if (!needsWhole || isAmong(lines[side], quote)) return lines[side];
    const all = await withWholeFile(client, { file, side }, lines);
    patches.set(filePath, all);
    isWhole.add(`${side} ${filePath}`);
    return all[side];
  };
};

const isAmong = (lines: NumberedTexts, quote: FileQuote): boolean =>
  quote.code === undefined ? lines.has(quote.lineStart) : findCode(lines, quote) !== undefined;

/** The code on the quote's lines; undefined if not all of them are known. */
export const codeIn = (
  lines: NumberedTexts | undefined,
  { lineStart, lineEnd }: FileQuote,
): string | undefined => {
  const code: string[] = [];
  for (let line = lineStart; line <= lineEnd; line += 1) {
    const text = lines?.get(line);
    if (text === undefined) return undefined;
    code.push(text);
  }
  return code.join('\n');
};

/** Whether the quoted code is what stands on its lines; a quote of the greatest length may be cut. */
export const isOnItsCode = (lines: NumberedTexts, quote: FileQuote): boolean => {
  const { code, lineStart } = quote;
  if (code === undefined) return true;
  const wanted = linesOfCode(code);
  const cutAt = code.length < maxTextLength ? undefined : wanted.length - 1;
  return wanted.every((line, at) => {
    const text = lines.get(lineStart + at);
    return text === line || (at === cutAt && text?.startsWith(line) === true);
  });
};
