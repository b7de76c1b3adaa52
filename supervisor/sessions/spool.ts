import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { constants } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { GalleyError } from '../../shared/errors.ts';
import { replaceFile, storageError } from '../../shared/node/atomic-file.ts';
import { repliesPath } from '../../shared/node/paths.ts';
import { reasonOf } from '../../shared/node/secure-folder.ts';
import { modeSchema } from '../../shared/session/mode.ts';
import { sessionRecordSchema } from '../../shared/session/session.ts';
import { sessionIdSchema } from '../../shared/session/session-id.ts';
import type { Decisions } from './decisions.ts';
import { sourceSchema, type Source } from './source.ts';

const labelName = 'session.json';
const openedName = 'opened.json';

/** What the spool says about its session from the start. */
const labelSchema = z.object({
  id: sessionIdSchema,
  mode: modeSchema,
  title: z.string(),
  project: z.string(),
  source: sourceSchema,
  /** Identifies what is reviewed in `drafts/`. Earlier releases wrote neither this nor the page. */
  key: z.exactOptional(z.string()),
  /** Identifies its repository in `viewed/`; without one, that is the key. */
  viewedKey: z.exactOptional(z.string()),
  /** The same of each of several repositories, by its folder. */
  viewedBelow: z.exactOptional(z.array(z.object({ folder: z.string(), key: z.string() }))),
  /** What its versions are kept under, if whoever asked has given a key. */
  givenKey: z.exactOptional(z.string()),
  /** Folder of the page that its worker serves. */
  page: z.exactOptional(z.string()),
});
export type SpoolLabel = z.infer<typeof labelSchema>;

/**
 * The session's record, once its worker listens. `bootId` with the record's pid and start time identifies the process.
 */
const openedSchema = z.object({ record: sessionRecordSchema, bootId: z.string() });
export type OpenedRecord = z.infer<typeof openedSchema>;

/** What the spool alone says about a session. */
export interface FoundSpool {
  readonly id: string;
  /** Missing if the supervisor died before the session was open. */
  readonly label?: SpoolLabel;
  readonly opened?: OpenedRecord;
}

interface MakeSpoolOptions {
  readonly spool: string;
  /** Where to put the content, unless it has files of its own. */
  readonly input: string;
  readonly label: SpoolLabel;
  /** The text to review, if the request has one. */
  readonly content: SpooledContent | undefined;
  /** The agent's answers to the comments of the last round. */
  readonly replies?: string | undefined;
}

/** A text, or a file with it that is moved into the spool, or copied. */
export type SpooledContent =
  | { readonly text: string }
  | { readonly file: string }
  | { readonly copied: string };

/**
 * Creates a session's spool (0700) with its input.
 * @throws GalleyError `storage_failed`; nothing is left behind
 */
export const makeSpool = async ({
  spool,
  input,
  label,
  content,
  replies,
}: MakeSpoolOptions): Promise<void> => {
  try {
    await mkdir(spool, { mode: 0o700 });
    await Promise.all([
      writeFile(join(spool, labelName), JSON.stringify(label), { mode: 0o600 }),
      content === undefined ? undefined : putInput(content, input),
      replies === undefined ? undefined : writeFile(repliesPath(spool), replies, { mode: 0o600 }),
    ]);
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

/** Never rejects: the next supervisor removes what is left. */
export const removeSpool = (spool: string): Promise<void> =>
  rm(spool, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);

/**
 * Removes the spool of an ended session whose decision could not be written yet. Everything but the label goes first,
 * to free space; the label stays until the decision is written, so that the next supervisor knows what was lost. Never
 * rejects.
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
 * Records in the spool which process has the session, in case the registry is lost. Atomic. Opening a session waits for
 * this, and `replaceFile` takes twice as many system calls.
 * @throws GalleyError `storage_failed`
 */
export const writeOpened = async (spool: string, opened: OpenedRecord): Promise<void> => {
  const path = join(spool, openedName);
  const temporary = `${path}.${randomUUID()}.tmp`;
  try {
    await writeFile(temporary, JSON.stringify(opened), { mode: 0o600 });
    await rename(temporary, path);
  } catch (cause) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw storageError(path, cause);
  }
};

/**
 * Replaces the source in the spool's label. Atomic.
 * @throws GalleyError `storage_failed`
 */
export const replaceSource = async (spool: string, source: Source): Promise<void> => {
  const path = join(spool, labelName);
  const label = await readPart(path, labelSchema);
  if (label !== undefined)
    await replaceFile(path, JSON.stringify({ ...label, source }), { isDurable: false });
};

/** What the spool says about its session from the start; undefined if that is missing or damaged. */
export const readLabel = (spool: string): Promise<SpoolLabel | undefined> =>
  readPart(join(spool, labelName), labelSchema);

/** What the session reviews; undefined if its spool does not say. */
export const readSource = async (spool: string): Promise<Source | undefined> =>
  (await readLabel(spool))?.source;

/** Reads all spools of a folder. */
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
    // Missing or damaged.
    return undefined;
  }
};
