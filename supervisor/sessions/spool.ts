import { copyFile, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { constants } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { GalleyError } from '../../shared/errors.ts';
import { replaceFile } from '../../shared/node/atomic-file.ts';
import { reasonOf } from '../../shared/node/secure-folder.ts';
import { modeSchema } from '../../shared/session/mode.ts';
import { sessionRecordSchema } from '../../shared/session/session.ts';
import { sessionIdSchema } from '../../shared/session/session-id.ts';
import type { Decisions } from './decisions.ts';
import { sourceSchema, type Source } from './source.ts';

const labelName = 'session.json';
const openedName = 'opened.json';

/** What a spool says of its session from the start. */
const labelSchema = z.object({
  id: sessionIdSchema,
  mode: modeSchema,
  title: z.string(),
  project: z.string(),
  source: sourceSchema,
  /** Names what is reviewed in `drafts/` and `viewed/`. Earlier releases did not say, nor which page they serve. */
  key: z.exactOptional(z.string()),
  /** Folder of the page that it serves. */
  page: z.exactOptional(z.string()),
});
type SpoolLabel = z.infer<typeof labelSchema>;

/** The session's record, once its worker listens; `bootId` with the record's pid and start tells the process. */
const openedSchema = z.object({ record: sessionRecordSchema, bootId: z.string() });
export type OpenedRecord = z.infer<typeof openedSchema>;

/** What is known of a session from its spool alone. */
export interface FoundSpool {
  readonly id: string;
  /** Absent where the supervisor died before it was written: the session was not open yet. */
  readonly label?: SpoolLabel;
  readonly opened?: OpenedRecord;
}

interface MakeSpoolOptions {
  readonly spool: string;
  /** Where the content is put, if it does not stand in files of its own. */
  readonly input: string;
  readonly label: SpoolLabel;
  /** The text to review, where it was handed over as such. */
  readonly content: SpooledContent | undefined;
}

/** A text at hand, or one in a file, which becomes the spool's or is copied. */
export type SpooledContent =
  { readonly text: string } | { readonly file: string } | { readonly copied: string };

/**
 * Makes the spool of a session (0700) with its input.
 * @throws GalleyError `storage_failed`; nothing is left behind
 */
export const makeSpool = async ({
  spool,
  input,
  label,
  content,
}: MakeSpoolOptions): Promise<void> => {
  try {
    await mkdir(spool, { mode: 0o700 });
    await writeFile(join(spool, labelName), JSON.stringify(label), { mode: 0o600 });
    if (content !== undefined) await putInput(content, input);
  } catch (cause) {
    await removeSpool(spool);
    throw new GalleyError(
      'storage_failed',
      `The session's files could not be written to ${spool} (${reasonOf(cause)}). Free up space and try again.`,
      { cause },
    );
  }
};

const putInput = async (content: SpooledContent, input: string): Promise<void> => {
  if ('file' in content) await rename(content.file, input);
  else if ('copied' in content) await copyFile(content.copied, input, constants.COPYFILE_FICLONE);
  else await writeFile(input, content.text, { mode: 0o600 });
};

/** Never rejects: what a disk does not let go of now, the next supervisor clears up. */
export const removeSpool = (spool: string): Promise<void> =>
  rm(spool, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);

/**
 * Removes the spool of a session that has ended and whose decision the disk did not take: all but what names the session
 * at once, since that makes room, and if this supervisor dies, too, the next one knows what was lost. Never rejects.
 */
export const removeUnsettled = async (
  spool: string,
  id: string,
  decisions: Pick<Decisions, 'retry' | 'written'>,
): Promise<void> => {
  await emptySpool(spool);
  await decisions.retry();
  await decisions.written(id);
  await removeSpool(spool);
};

const emptySpool = async (spool: string): Promise<void> => {
  const names = await readdir(spool).catch(() => []);
  for (const name of names)
    if (name !== labelName && name !== openedName) await removeSpool(join(spool, name));
};

/**
 * Notes in the spool which process has the session, for a supervisor that finds no registry. Whole or not at all.
 * @throws GalleyError `storage_failed`
 */
export const writeOpened = (spool: string, opened: OpenedRecord): Promise<void> =>
  replaceFile(join(spool, openedName), JSON.stringify(opened), { isDurable: false });

/**
 * Notes in the spool that what is reviewed is another one now. Whole or not at all.
 * @throws GalleyError `storage_failed`
 */
export const replaceSource = async (spool: string, source: Source): Promise<void> => {
  const path = join(spool, labelName);
  const label = await readPart(path, labelSchema);
  if (label !== undefined)
    await replaceFile(path, JSON.stringify({ ...label, source }), { isDurable: false });
};

/** What a session was opened with; undefined where its spool does not say. */
export const readSource = async (spool: string): Promise<Source | undefined> =>
  (await readPart(join(spool, labelName), labelSchema))?.source;

/** What all spools of a folder tell. */
export const findSpools = async (folder: string): Promise<FoundSpool[]> => {
  const names = (await readdir(folder)).filter((name) => sessionIdSchema.safeParse(name).success);
  return Promise.all(names.map((id) => readSpool(folder, id)));
};

const readSpool = async (folder: string, id: string): Promise<FoundSpool> => {
  const [label, opened] = await Promise.all([
    readPart(join(folder, id, labelName), labelSchema),
    readPart(join(folder, id, openedName), openedSchema),
  ]);
  return {
    id,
    ...(label === undefined ? {} : { label }),
    ...(opened === undefined ? {} : { opened }),
  };
};

const readPart = async <Schema extends z.ZodType>(
  path: string,
  schema: Schema,
): Promise<z.output<Schema> | undefined> => {
  try {
    return schema.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch {
    // Not written, or damaged: there is no more to be known from it.
    return undefined;
  }
};
