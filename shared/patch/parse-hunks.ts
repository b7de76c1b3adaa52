import { processFile, type FileDiffMetadata } from '@pierre/diffs';
import { languageOf } from '../file-language.ts';
import type { ChangedFile } from '../placement/manifest.ts';
import { isGiant } from './file-size.ts';
import { hunksText, type TextHunk } from './patch-text.ts';

const diffTypes: Record<ChangedFile['status'], FileDiffMetadata['type']> = {
  added: 'new',
  deleted: 'deleted',
  modified: 'change',
  renamed: 'rename-changed',
  copied: 'rename-changed',
};

/**
 * What the diff library has to know of a file besides its lines. The cache key tells it what is the same: it must change
 * with the content, of which `kind` is part.
 */
export const diffIdentity = (file: ChangedFile, kind: string) => ({
  name: file.path,
  type: diffTypes[file.status],
  // What is that long is not worth the time that its colours take.
  lang: isGiant(file) ? 'text' : languageOf(file.path),
  // Without whitespace the same file has another patch.
  cacheKey: `${file.id}:${file.bytes}:${kind}`,
});

/**
 * What the diff library makes of a file's hunks, which must be valid; undefined where it finds none.
 * @throws Error where it cannot read them
 */
export const parseHunks = (
  file: ChangedFile,
  hunks: readonly TextHunk[],
): FileDiffMetadata | undefined => {
  const parsed = processFile(`--- a\n+++ a\n${hunksText(hunks)}`, {
    isGitDiff: false,
    throwOnError: true,
    // Pairing similar lines is quadratic in a block of changes.
    disableLineMatching: isGiant(file),
  });
  return parsed === undefined ? undefined : { ...parsed, ...diffIdentity(file, 'code') };
};
