import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type * as z from 'zod';
import { annotationInput } from '../../../shared/annotations/annotation.ts';
import { commentSchema } from '../../../shared/annotations/comment.ts';
import { defaultLimits } from '../../../shared/annotations/limits.ts';
import { pageConfigPatchSchema } from '../../../shared/config.ts';
import type { QuickLabel } from '../../../shared/quick-labels.ts';
import { editorSchema } from '../../../shared/session/editor.ts';
import { draftBodySchema } from '../../../shared/session/draft.ts';
import type { Mode } from '../../../shared/session/mode.ts';
import { openRequestSchema } from '../../../shared/session/session.ts';
import { filled } from './fill.ts';
import { payloads } from './payloads.ts';

const all = Object.values(payloads);

/** Joins the payloads into few texts, as many in each as fit: each is put into the first that has room, long ones first. */
export const packed = (length: number): string[] => {
  const texts: string[] = [];
  const parts = all.map((text) => text.slice(0, length));
  for (const payload of parts.toSorted((one, other) => other.length - one.length)) {
    const at = texts.findIndex((text) => text.length + payload.length + 1 <= length);
    if (at === -1) texts.push(payload);
    else texts[at] += ` ${payload}`;
  }
  return texts;
};

const quoted = (name: string): string =>
  `"${[...Buffer.from(name)]
    .map((byte) =>
      byte < 32 || byte > 126 || byte === 34 || byte === 92
        ? `\\${byte.toString(8).padStart(3, '0')}`
        : String.fromCharCode(byte),
    )
    .join('')}"`;

/** A file name that the file system accepts. */
const nameOf = (payload: string): string => payload.replaceAll('\0', '').slice(0, 1000);

const fileOf = (payload: string): string => {
  const lines = payload.replace(/\n$/u, '').split('\n');
  const [from, to] = [quoted(`a/${nameOf(payload)}`), quoted(`b/${nameOf(payload)}`)];
  return [
    `diff --git ${from} ${to}`,
    `--- ${from}`,
    `+++ ${to}`,
    `@@ -1,2 +1,${lines.length + 1} @@ ${lines[0]}`,
    ` ${lines[0]}`,
    `-${lines[0]} removed`,
    ...lines.map((line) => `+${line}`),
    '',
  ].join('\n');
};

/** A patch with a file for each payload, as its name and its content, and with text above. */
const patch = `From 0123 Mon Sep 17 00:00:00 2001\nSubject: ${all.join(' ').replaceAll('\n', ' ')}\n\n${all.map(fileOf).join('')}`;

/** Text with a NUL byte would be refused as binary. */
const texts = all.map((payload) => payload.replaceAll('\0', ''));
/** Text in a list, and in a quote inside a list. */
export const nested = (text: string): string =>
  `- ${text.replaceAll('\n', '\n  ')}\n\n1. > ${text.replaceAll('\n', '\n   > ')}\n`;
const markdown = texts
  .map((text, index) => `## Number ${index}\n\n${text}\n\n${nested(text)}`)
  .join('\n');
const html = texts.map((text, index) => `<h2>Number ${index}</h2><p>${text}</p>`).join('\n');

/** A folder with a hostile name, and everything to review in it. */
export const writeReviewed = async (folder: string): Promise<string> => {
  const cwd = join(folder, 'pwned\u001B[31m\u202E\u009B1m<img src=x onerror=window.pwned=1>');
  await mkdir(join(cwd, 'documents'), { recursive: true });
  await writeFile(join(cwd, 'page.html'), html);
  await writeFile(join(cwd, 'change.patch'), patch);
  await writeFile(join(cwd, 'small.patch'), fileOf(all[0] ?? ''));
  for (const text of texts) {
    const name = text.replaceAll('/', '').slice(0, 60);
    await writeFile(join(cwd, 'documents', `${name}.md`), text);
  }
  return cwd;
};

const sources: Readonly<Record<Mode, object>> = {
  plan: { content: markdown },
  document: { path: 'page.html', content: undefined },
  review: { patch: 'change.patch' },
};

/** Little to review, with a hostile name where the mode has any. */
export const smallSources: Readonly<Record<Mode, object>> = {
  plan: { content: '# P' },
  document: { path: 'documents', content: undefined },
  review: { patch: 'small.patch' },
};

interface Opening {
  readonly mode: Mode;
  readonly cwd: string;
  /** For all its texts. */
  readonly text: string;
  readonly source?: object;
}

/** A request that opens a session, with hostile text in every field except those that name the content. */
export const openingOf = ({ mode, cwd, text, source = sources[mode] }: Opening): object => {
  const others = { range: undefined, scope: undefined, vcs: undefined, patch: undefined };
  const fixed = { cwd, path: undefined, paths: undefined, url: undefined, ...others };
  // With inline content where the mode has it, which is all but one.
  const found = filled(openRequestSchema, text, { ...fixed, ...source, detached: true }).find(
    (value) => (value as { mode: Mode }).mode === mode,
  );
  if (typeof found !== 'object' || found === null)
    throw new Error(`no opening of a ${mode} session can be made`);
  return found;
};

/**
 * Two of the values made of each payload. They differ in kind, not in their texts, and all of them occur as often: each
 * kind with payloads of every sort, and each payload in each text.
 */
const twoOfEach = <Value>(valuesOf: (payload: string) => readonly Value[]): Value[] =>
  all.flatMap((payload, index) => {
    const values = valuesOf(payload);
    return [2 * index, 2 * index + 1].flatMap((at) => values.slice(at % values.length).slice(0, 1));
  });

/** Findings of every kind, with each payload in each text. */
export const findingsOf = (mode: Mode): unknown[] =>
  twoOfEach((payload) =>
    filled(annotationInput(mode, defaultLimits), payload, {
      // Other URLs would be refused.
      url: `https://example.org/?${payload.slice(0, 500)}`,
    }),
  );

const isFamilyOf = (mode: Mode, comment: unknown): boolean =>
  (mode === 'review') === 'scope' in (comment as object);

/** The reviewer's own comments, likewise. */
export const commentsOf = (mode: Mode): object[] =>
  twoOfEach((payload) =>
    filled(commentSchema, payload).filter((comment) => isFamilyOf(mode, comment)),
  ).map((comment, index) => ({ ...(comment as object), id: `${index}` }));

/** A body with all payloads in its texts, and these comments. */
export const bodyOf = (schema: z.ZodType, fixed: Readonly<Record<string, unknown>> = {}): object =>
  Object(filled(schema, all.join('\n'), fixed)[0]) as object;

export const draftOf = (mode: Mode): object =>
  bodyOf(draftBodySchema, {
    generation: 1,
    comments: commentsOf(mode),
    editors: filled(editorSchema, all.join('\n')).map((editor, index) => ({
      ...(editor as object),
      key: `${index}`,
    })),
  });

/** Page settings with each payload in each text. */
const patches = (): { keys?: object; quickLabels?: QuickLabel[] }[] =>
  all.flatMap((payload) => filled(pageConfigPatchSchema, payload)) as ReturnType<typeof patches>;

/** Settings with each payload as a key binding and as a command name. */
export const settings = (): object => {
  const keys = Object.assign({}, ...patches().map((one) => one.keys ?? {})) as object;
  return { keys: { ...keys, 'view.theme': '<img src=x onerror=window.pwned=1>' } };
};

const labelsAtOnce = 12;

/** Settings with each payload as label and text of a quick label, as many as allowed. */
export const labelSettings = (): { quickLabels: QuickLabel[] }[] => {
  const labels = new Map(
    patches()
      .flatMap(({ quickLabels }) => quickLabels ?? [])
      .map((label) => [label.text, label]),
  );
  const left = [...labels.values()];
  return Array.from({ length: Math.ceil(left.length / labelsAtOnce) }, () => ({
    quickLabels: left.splice(0, labelsAtOnce),
  }));
};
