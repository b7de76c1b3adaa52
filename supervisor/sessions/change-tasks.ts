import * as z from 'zod';
import {
  changePaths,
  documentRoundsPath,
  filePath,
  lastRoundPaths,
  referencesPath,
  repliesPath,
  roundsPaths,
} from '../../shared/node/paths.ts';
import { repositoryQuestionSchema } from '../../shared/session/scope.ts';
import { projectRequestSchema } from '../../shared/session/staging.ts';
import type { Derivation } from '../../shared/supervisor/from-worker-messages.ts';
import type {
  AskRepositoryRequest,
  CompareRoundsRequest,
  WriteProjectRequest,
} from '../threads/change-requests.ts';
import type { CompareDocumentsRequest } from '../threads/document-requests.ts';
import type { TaskRequest } from '../threads/task-requests.ts';
import type { ChangeSource } from '../version-control/change-source.ts';
import type { Source } from './source.ts';

/** Folder of the rounds, and the key of what is reviewed; undefined in records of older releases. */
export interface KeptRounds {
  readonly folder: string;
  readonly key: string | undefined;
}

/** Reads or searches files of the project, changed or not. */
export const projectTask = (
  wanted: Extract<Derivation, { kind: 'file' | 'references' }>,
  source: ChangeSource,
  spool: string,
): TaskRequest => {
  const { side, version } = wanted;
  const { folder } = changePaths(spool, version);
  if (wanted.kind === 'references') {
    const { name, path: near, id } = wanted;
    const output = referencesPath(folder, id);
    return {
      task: 'find-references',
      source,
      name,
      side,
      output,
      ...(near === undefined ? {} : { near }),
    };
  }
  const { path } = wanted;
  return { task: 'read-file', source, path, side, output: filePath(folder, { path, side }) };
};

const askedSchema = z.union([repositoryQuestionSchema, projectRequestSchema]);

/** Asks the repository behind a change, or writes to it. */
export const repositoryTask = (
  { question }: Extract<Derivation, { kind: 'repository' }>,
  source: ChangeSource,
  { spool, kept }: { readonly spool: string; readonly kept: string },
): AskRepositoryRequest | WriteProjectRequest => {
  const asked = askedSchema.parse(question);
  if ('about' in asked) return { task: 'ask-repository', source, question: asked };
  const { version } = asked.do === 'stage' ? asked.staging : { version: 1, ...asked };
  const { manifest, patch } = changePaths(spool, version);
  return { task: 'write-project', source, manifest, patch, kept, request: asked };
};

/** Compares what is reviewed with what is kept of the last round. */
export const roundsTask = (
  source: Source | undefined,
  { spool, document, version }: { spool: string; document: string; version: number },
  { folder, key = 'none' }: KeptRounds,
): CompareRoundsRequest | CompareDocumentsRequest => {
  const last = lastRoundPaths(folder, key);
  if (source?.kind !== 'change')
    return {
      task: 'compare-documents',
      document,
      last,
      ...(source?.kind === 'documents' ? { listed: { source, spool, version } } : {}),
      replies: repliesPath(spool),
      rounds: documentRoundsPath(spool, version),
    };
  const { folder: shown, manifest, patch } = changePaths(spool, version);
  return { task: 'compare-rounds', source, manifest, patch, last, ...roundsPaths(shown) };
};
