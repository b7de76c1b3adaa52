import * as z from 'zod';
import { commentsSchema, dismissedSchema } from '../annotations/comment.ts';
import { editorSchema, type DraftEditor } from './editor.ts';
import { textEditsSchema } from './source.ts';
import type { RouteInputs } from './route.ts';

const generation = z.int().min(0);

/**
 * The reviewer's unsent comments. Each write has a generation one above the last one seen, so a late autosave cannot
 * restore a deleted draft.
 */
const words = {
  generation: generation.min(1),
  feedback: z.exactOptional(z.string().max(1024 * 1024)),
  comments: commentsSchema,
  /** Ids of the dismissed annotations. */
  dismissed: z.exactOptional(dismissedSchema),
};

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

/** The format that pages of the previous release read and write. */
const draftOfVersion1Schema = z.object({
  ...words,
  editors: z.exactOptional(editorEntriesSchema),
});
type DraftOfVersion1 = z.infer<typeof draftOfVersion1Schema>;

const draftSchema = z.object({
  ...words,
  version: z.literal(2),
  /** Open editors with unfinished text. */
  editors: z.array(editorSchema),
  /** Edited texts that are not saved; one for each file. */
  edits: z.exactOptional(textEditsSchema),
});
export type DraftBody = z.infer<typeof draftSchema>;

/** Converts a draft of version 1 to the current version; leaves other values for the schema to judge. */
const upgraded = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null || 'version' in value) return value;
  const { editors = {}, ...rest } = value as { readonly editors?: unknown };
  const { data } = editorEntriesSchema.safeParse(editors);
  return { ...rest, version: 2, editors: data === undefined ? editors : editorsOf(data) };
};

/** Converts a draft to version 1. */
export const asVersion1 = ({
  version: _,
  edits: _edits,
  editors,
  ...rest
}: DraftBody): DraftOfVersion1 =>
  editors.length === 0 ? rest : { ...rest, editors: entriesOf(editors) };

/** Version 1 has one editor for each key: of two with the same, a page of the previous release would lose one. */
const haveOwnKeys = ({ editors }: DraftBody): boolean =>
  new Set(editors.map(({ key }) => key)).size === editors.length;

const areOfOwnFiles = ({ edits = [] }: DraftBody): boolean =>
  new Set(edits.map(({ file }) => file)).size === edits.length;

/** The version of the content that the places of comments and editors are in; not kept on disk. */
const contentVersion = z.exactOptional(z.int().min(1));

export const draftBodySchema = z.preprocess(
  upgraded,
  draftSchema
    .extend({ contentVersion })
    .refine(haveOwnKeys, { path: ['editors'], error: 'must each have their own key' })
    .refine(areOfOwnFiles, { path: ['edits'], error: 'must each be of their own file' }),
);

/** A draft file: a draft, or the deletion marker of earlier releases. */
export const draftFileSchema = z.preprocess(
  upgraded,
  z.union([
    z.object({ generation, isDeleted: z.literal(true), savedAt: z.iso.datetime() }),
    draftSchema.extend({ isDeleted: z.literal(false), savedAt: z.iso.datetime() }),
  ]),
);
type DraftFile = z.infer<typeof draftFileSchema>;

/** Number of trailing bytes that `parseDraftEnd` needs. */
export const draftEndBytes = 128;

/** Serializes a draft file, with the fields for `parseDraftEnd` last. */
export const serializeDraft = (draft: DraftBody, savedAt: Date): string => {
  const file: DraftFile = { ...draft, isDeleted: false, savedAt: savedAt.toISOString() };
  return JSON.stringify(file);
};

/**
 * Tells from the end of a draft file alone whether it holds a draft or a deletion marker, and since when, as drafts may
 * be long. Undefined for a damaged file.
 */
export const parseDraftEnd = (
  end: string,
): Pick<DraftFile, 'isDeleted' | 'savedAt'> | undefined => {
  const [, isDeleted, savedAt = ''] = draftEnd.exec(end) ?? [];
  return isDeleted === undefined ? undefined : { isDeleted: isDeleted === 'true', savedAt };
};

const draftEnd =
  /"isDeleted":(true|false),"savedAt":"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)"\}$/u;

/** `GET /api/draft`: the newest generation, and the draft unless there is none. */
export const draftAnswerSchema = z.object({
  generation,
  draft: z.union([draftSchema, draftOfVersion1Schema, z.null()]),
  savedAt: z.exactOptional(z.iso.datetime()),
  /** Absent if not known. */
  contentVersion,
});
export type DraftAnswer = z.infer<typeof draftAnswerSchema>;

/** The reply to `PUT` and `DELETE /api/draft`. */
export const draftSavedSchema = z.object({ generation });

export const draftInputs = {
  saveDraft: { body: draftBodySchema, bodyName: 'The draft' },
} as const satisfies RouteInputs;
