import { BlockWriter, type DocumentBlock } from './block-writer.ts';
import { codeBlocks, codeHtml } from './code-blocks.ts';
import { escapeHtml } from './html-text.ts';
import { maxFrontMatterLines } from '../../../shared/limits.ts';

interface Setting {
  readonly name: string;
  /** The text after the colon, and its continuation lines. */
  readonly value: string;
  /** 0-based, in the front matter. */
  readonly line: number;
  /** Continuation lines. */
  readonly more: readonly string[];
}

/** Front matter as a table of settings, or as code if it is not a plain list. */
export const frontMatterBlocks = (text: string): DocumentBlock[] => {
  const settings = settingsOf(text);
  if (settings === undefined || settings.length === 0)
    return codeBlocks({ text, firstLine: 2, language: 'yaml' });
  const endLine = text.replace(/\n$/u, '').split('\n').length + 1;
  const writer = new BlockWriter(2);
  writer.write('<table class="front-matter"><tbody>');
  for (const { name, value, line, more } of settings) {
    writer.mark(line + 2);
    writer.write(`<tr><th scope="row">${escapeHtml(name)}</th> <td>${escapeHtml(value)}`);
    if (more.length > 0) {
      writer.mark(line + 3);
      writer.write(codeHtml({ text: more.join('\n'), firstLine: line + 3, language: 'yaml' }));
    }
    writer.write('</td></tr>\n');
  }
  writer.write('</tbody></table>');
  return [{ kind: 'table', startLine: 2, endLine, ...writer.finish() }];
};

/** The top-level settings; undefined if any line is not part of one. */
const settingsOf = (text: string): Setting[] | undefined => {
  const lines = text.replace(/\n$/u, '').split('\n');
  if (lines.length > maxFrontMatterLines) return undefined;
  const settings: (Setting & { readonly more: string[] })[] = [];
  for (const [line, content] of lines.entries()) {
    const { name, value } = settingOf(content);
    if (name !== undefined)
      settings.push({ name: unquoted(name), value: unquoted(value.trimEnd()), line, more: [] });
    else if (/^(?:[ \t-]|$)/u.test(content) && settings.length > 0)
      settings.at(-1)?.more.push(content);
    else return undefined;
  }
  for (const { more } of settings) while (more.at(-1)?.trim() === '') more.pop();
  return settings;
};

/** The name and value of a line; no name if it is not a setting. */
const settingOf = (line: string): { name?: string; value: string } => {
  const quote = /^["']/u.exec(line)?.[0];
  const colon = line.indexOf(':', quote === undefined ? 0 : line.indexOf(quote, 1));
  const name = line.slice(0, Math.max(0, colon)).trimEnd();
  const value = line.slice(colon + 1);
  const isName = quote === undefined ? isPlainName(name) : isQuotedName(name, quote);
  return isName && /^(?:[ \t]|$)/u.test(value) ? { name, value: value.trimStart() } : { value };
};

const isPlainName = (name: string): boolean => /^[\w.][\w .-]*$/u.test(name);

const isQuotedName = (name: string, quote: string): boolean =>
  name.length > 2 && name.indexOf(quote, 1) === name.length - 1;

/** Removes quotes around a whole value. */
const unquoted = (value: string): string =>
  /^"([^"\\]*)"$/u.exec(value)?.[1] ?? /^'([^']*)'$/u.exec(value)?.[1] ?? value;
