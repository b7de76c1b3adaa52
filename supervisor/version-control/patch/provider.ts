import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import * as z from 'zod';
import { GalleyError } from '../../../shared/errors.ts';
import { isStdinPatch } from '../../../shared/node/paths.ts';
import { outOfDescriptors, reasonOf } from '../../../shared/node/secure-folder.ts';
import { readHead, requireFile } from '../../../shared/node/text-source.ts';
import { parseWith } from '../../../shared/parse.ts';
import { withSetAside } from '../../threads/patch/set-aside.ts';
import { maxPatchBytes } from '../change-source.ts';
import type { CompareOptions, Provider } from '../provider.ts';

/** The name under which the patch was given; its content is in the spool. */
const valueSchema = z.object({ path: z.string() });

/** A patch handed over as text: there is nothing beyond what it contains. */
export const patch: Provider = {
  name: 'patch',
  detect: (wanted) => wanted.patch !== undefined,
  resolve: async ({ cwd, patch: name = '' }) => {
    const path = resolve(cwd, name);
    await requireFile(path, maxPatchBytes);
    await readHead(path);
    return { value: { path }, path, title: basename(path), key: path, copied: path };
  },
  open: (value) => {
    const { path } = parseWith(valueSchema, value, { what: 'The patch' });
    return {
      description: isStdinPatch(basename(path)) ? 'standard input' : basename(path),
      compare: async (options) => {
        await readPatch(options);
        return {
          // It may name blobs, but there is no repository to read them from.
          complete: (files) =>
            Promise.resolve(
              withSetAside(files, new Map()).map(({ oldBlob: _, newBlob: __, ...file }) => file),
            ),
        };
      },
    };
  },
};

const readPatch = async ({ input: path, take, context }: CompareOptions): Promise<void> => {
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK).catch(
    (cause: unknown) => {
      throw (
        outOfDescriptors(cause) ??
        new GalleyError(
          'file_not_found',
          `The patch ${path} cannot be read (${reasonOf(cause)}). Check its path and permissions.`,
          { cause },
        )
      );
    },
  );
  try {
    if (!(await file.stat()).isFile())
      throw new GalleyError('invalid_patch', 'The patch is not a file. Name a patch file.');
    let isFirst = true;
    const { signal } = context;
    for await (const part of file.createReadStream({ autoClose: false, signal })) {
      if (isFirst) refuseUtf16(part as Buffer);
      isFirst = false;
      await take(part as Buffer);
    }
  } finally {
    await file.close();
  }
};

const refuseUtf16 = (part: Buffer): void => {
  const mark = part.length < 2 ? 0 : part.readUInt16BE(0);
  if (mark === 0xff_fe || mark === 0xfe_ff)
    throw new GalleyError(
      'invalid_patch',
      'The patch is UTF-16, as PowerShell writes it. Save it as UTF-8 and try again.',
    );
};
