import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import * as z from 'zod';
import { GalleyError } from '../../../shared/errors.ts';
import { isStdinPatch } from '../../../shared/node/paths.ts';
import { outOfDescriptors, reasonOf } from '../../../shared/node/secure-folder.ts';
import { readHead, requireFile } from '../../../shared/node/text-source.ts';
import { parseWith } from '../../../shared/parse.ts';
import type { Scope } from '../../../shared/session/scope.ts';
import { withSetAside } from '../../threads/patch/set-aside.ts';
import { maxPatchBytes } from '../change-source.ts';
import type {
  Change,
  ChangeRepository,
  CompareOptions,
  Provider,
  ResolvedChange,
} from '../provider.ts';
import { aroundSchema, findAround, openAround, type Around, type OpenedAround } from './around.ts';

/** The name under which the patch was given; its content is in the spool. */
const valueSchema = z.object({
  path: z.string(),
  /** The repository that it was handed over in, as its provider knows it. */
  around: z.exactOptional(aroundSchema),
  /** Whether that is compared by now, and not the patch. */
  isLeft: z.exactOptional(z.literal(true)),
});

/** A patch handed over as text. What else can be compared is that of the repository it was handed over in, if any. */
export const patchAmong = (repositories: readonly Provider[]): Provider => ({
  name: 'patch',
  detect: (wanted) => wanted.patch !== undefined,
  resolve: async ({ cwd, patch: name = '' }, context) => {
    const path = resolve(cwd, name);
    await requireFile(path, maxPatchBytes);
    if ((await readHead(path)).length === 0)
      throw new GalleyError('content_empty', 'There is nothing to review: the patch is empty.');
    const around = await findAround(cwd, repositories, context);
    return { ...resolvedPatch(path, around), copied: path };
  },
  open: (value) => {
    const stored = parseWith(valueSchema, value, { what: 'The patch' });
    const patch = patchChange(stored.path);
    const around = stored.around && openAround(stored.around, repositories);
    return around === undefined ? patch : patchWithin(patch, { ...stored, around });
  },
});

interface Within extends Pick<z.infer<typeof valueSchema>, 'path' | 'isLeft'> {
  readonly around: OpenedAround;
}

/** The patch, or what is compared in its repository in place of it. */
const patchWithin = (patch: Change, within: Within): Change => {
  const { path, isLeft } = within;
  const { change, stored } = within.around;
  const { findWord, ...repository } = withPatch(within);
  const scope = scopeOf(path);
  // The files of the repository are not those of the patch.
  if (isLeft !== true) return { ...patch, scope, repository, instead: change };
  const { refresh } = change;
  return {
    ...change,
    repository: { ...repository, ...(findWord === undefined ? {} : { findWord }) },
    ...(refresh === undefined
      ? {}
      : {
          refresh: async (context) =>
            leftFor(await refresh(context), { path, provider: stored.provider }),
        }),
  };
};

/** What can be compared in the repository, and the patch. */
const withPatch = ({ path, isLeft, around }: Within): ChangeRepository => {
  const { stored, repository } = around;
  const scope = scopeOf(path);
  return {
    ...repository,
    scopes: async (context) => {
      const { scopes, ...compared } = await repository.scopes(context);
      return { ...(isLeft === true ? compared : { current: scope }), scopes: [scope, ...scopes] };
    },
    choose: async (choice, context) => {
      if ('scope' in choice && choice.scope === scope.id) return resolvedPatch(path, stored);
      const { provider } = stored;
      return leftFor(await repository.choose(choice, context), { path, provider });
    },
  };
};

/** Something else, in place of the patch. */
const leftFor = (
  { value, ...resolved }: ResolvedChange,
  { path, provider }: { readonly path: string; readonly provider: string },
): ResolvedChange => ({
  ...resolved,
  path,
  value: { path, around: { provider, value }, isLeft: true },
});

const scopeOf = (path: string): Scope => ({
  id: 'patch',
  kind: 'patch',
  ...(isStdinPatch(basename(path)) ? {} : { name: basename(path) }),
});

const resolvedPatch = (path: string, around: Around | undefined): ResolvedChange => ({
  value: { path, ...(around === undefined ? {} : { around }) },
  path,
  title: basename(path),
  key: path,
});

const patchChange = (path: string): Change => ({
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
});

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
