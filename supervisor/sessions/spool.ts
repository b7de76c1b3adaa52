import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { constants } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { GalleyError } from '../../shared/errors.ts';
import { reasonOf } from '../../shared/node/secure-folder.ts';
import { modeSchema } from '../../shared/session/mode.ts';
import { sessionIdSchema } from '../../shared/session/session-id.ts';
import type { Source } from './source.ts';

/** What a spool says of its session, for a supervisor that finds it without a registry. */
const labelSchema = z.object({
  id: sessionIdSchema,
  mode: modeSchema,
  title: z.string(),
  project: z.string(),
});
type SpoolLabel = z.infer<typeof labelSchema>;

interface MakeSpoolOptions {
  readonly spool: string;
  /** Where the content is put, if it does not stand in files of its own. */
  readonly input: string;
  readonly label: SpoolLabel;
  readonly source: Source;
}

/**
 * Makes the spool of a session (0700) with its input.
 * @throws GalleyError `storage_failed`; nothing is left behind
 */
export const makeSpool = async ({
  spool,
  input,
  label,
  source,
}: MakeSpoolOptions): Promise<void> => {
  try {
    await mkdir(spool, { mode: 0o700 });
    await writeFile(join(spool, 'session.json'), JSON.stringify(label), { mode: 0o600 });
    if (source.kind === 'text') await writeFile(input, source.content, { mode: 0o600 });
    // A copy: the launching process may remove its patch once the session is open.
    if (source.kind === 'patch') await copyFile(source.path, input, constants.COPYFILE_FICLONE);
  } catch (cause) {
    await removeSpool(spool);
    throw new GalleyError(
      'storage_failed',
      `The session's files could not be written to ${spool} (${reasonOf(cause)}). Make room, then try again.`,
      { cause },
    );
  }
};

export const removeSpool = (spool: string): Promise<void> =>
  rm(spool, { recursive: true, force: true, maxRetries: 3 });

/** The labels of all spools in a folder; what has none that can be read has only its id. */
export const findSpools = async (folder: string): Promise<SpoolLabel[]> => {
  const names = (await readdir(folder)).filter((name) => sessionIdSchema.safeParse(name).success);
  return Promise.all(names.map((id) => readLabel(folder, id)));
};

const readLabel = async (folder: string, id: string): Promise<SpoolLabel> => {
  try {
    return labelSchema.parse(JSON.parse(await readFile(join(folder, id, 'session.json'), 'utf8')));
  } catch {
    // Lost between making the folder and labelling it: the session was not open yet.
    return { id, mode: 'document', title: 'unknown', project: 'unknown' };
  }
};
