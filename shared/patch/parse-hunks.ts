import { processFile, type FileDiffMetadata } from '@pierre/diffs';
import { languageOf } from '../file-language.ts';
import type { ChangedFile } from '../placement/manifest.ts';
import { isGiant } from './file-size.ts';
import { readHunks } from './read-hunks.ts';
import { hunksText, type TextHunk } from './patch-text.ts';

const diffTypes: Record<ChangedFile['status'], FileDiffMetadata['type']> = {
  added: 'new',
  deleted: 'deleted',
  modified: 'change',
  renamed: 'rename-changed',
  copied: 'rename-changed',
};

/** A file's metadata for the diff library. The cache key must change with the content, of which `kind` is part. */
export const diffIdentity = (file: ChangedFile, kind: string) => ({
  name: file.path,
  type: diffTypes[file.status],
  // Highlighting giant files takes too long.
  lang: isGiant(file) ? 'text' : languageOf(file.path),
  // The same file has another patch when whitespace is hidden.
  cacheKey: `${file.id}:${file.bytes}:${kind}`,
});

/**
 * Parses a file's hunks, which must be valid, for the diff library; undefined if it finds none. @throws Error if it
 * cannot read them
 */
export const parseHunks = (
  file: ChangedFile,
  hunks: readonly TextHunk[],
): FileDiffMetadata | undefined => {
  // Pairing similar lines takes quadratic time in a block of changes.
  if (isGiant(file)) return { ...readHunks(hunks), ...diffIdentity(file, 'code') };
  const parsed = processFile(`--- a\n+++ a\n${hunksText(hunks)}`, {
    isGitDiff: false,
    throwOnError: true,
  });
  return parsed === undefined ? undefined : { ...parsed, ...diffIdentity(file, 'code') };
};
