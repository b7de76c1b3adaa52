import * as z from 'zod';
import { editorSchema, type DraftEditor } from './editor.ts';

const maxValue = 65_536;

/**
 * Editors in version 1 of a draft: one has the entries `KEY/text`, `KEY/about` (JSON) and `KEY/code`, continued in
 * `KEY/about.1` and so on where a value would be too long.
 */
export const editorEntriesSchema = z.record(z.string().max(500), z.string().max(maxValue));
type EditorEntries = z.infer<typeof editorEntriesSchema>;

/** Converts version 1 editors that have text. Text whose place cannot be parsed becomes a general comment. */
export const editorsOf = (entries: EditorEntries): DraftEditor[] => {
  const keys = Object.keys(entries).map((name) =>
    name.replace(/\/(?:text|about(?:\.\d+)?|code)$/u, ''),
  );
  return [...new Set(keys)].flatMap((key) => {
    const text = entries[`${key}/text`] ?? entries[key] ?? '';
    const suggestion = entries[`${key}/code`];
    if (text.trim() === '' && suggestion === undefined) return [];
    const about = parseAbout(entries, key);
    const editor = editorSchema.safeParse({ kind: 'must', ...about, key, text, suggestion });
    return [editor.data ?? { key, target: { kind: 'whole' }, text, kind: 'must', suggestion }];
  });
};

const aboutName = (key: string, part: number): string =>
  `${key}/about${part === 0 ? '' : `.${part}`}`;

const parseAbout = (entries: EditorEntries, key: string): object => {
  let json = '';
  for (let part = 0, next; (next = entries[aboutName(key, part)]) !== undefined; part += 1)
    json += next;
  try {
    return Object(JSON.parse(json)) as object;
  } catch {
    return {};
  }
};

/** Converts editors to version 1. */
export const entriesOf = (editors: readonly DraftEditor[]): EditorEntries => {
  const entries: EditorEntries = {};
  for (const { key, text, suggestion, target, kind, original } of editors) {
    const about = JSON.stringify({ target, kind, original });
    entries[`${key}/text`] = text;
    for (let at = 0; at < about.length; at += maxValue)
      entries[aboutName(key, at / maxValue)] = about.slice(at, at + maxValue);
    if (suggestion !== undefined) entries[`${key}/code`] = suggestion;
  }
  return entries;
};
