import type { ChangedFile } from '../../../../../shared/placement/manifest.ts';

/** A changed file for table tests, with defaults for all fields. */
export const changedFile = (fields: Partial<ChangedFile> = {}): ChangedFile => ({
  id: fields.path ?? '0',
  path: 'a.ts',
  status: 'modified',
  additions: 0,
  deletions: 0,
  isBinary: false,
  hunks: [],
  offset: 0,
  bytes: 0,
  ...fields,
});
