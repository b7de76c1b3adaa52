import type { Mode } from './mode.ts';
import { rowsOf, splitTarget, type InputSchemas, type RoutePath } from './route.ts';
import { sessionTargets } from './session-targets.ts';

export type SessionRouteId = keyof typeof sessionTargets;

/** Routes that only some modes have. */
export const routeModes = {
  getPlan: ['plan', 'document'],
  getFrame: ['plan', 'document'],
  getAsset: ['plan', 'document'],
  getSource: ['plan', 'document'],
  saveSource: ['plan', 'document'],
  previewSource: ['plan', 'document'],
  saveNote: ['plan', 'document'],
  shareReview: ['plan', 'document'],
  importComments: ['plan', 'document'],
  getVersions: ['plan', 'document'],
  getVersion: ['plan', 'document'],
  compareVersions: ['plan', 'document'],
  checkLinks: ['plan', 'document'],
  getLinkedFile: ['plan', 'document'],
  getDocuments: ['plan', 'document'],
  getDiff: ['review'],
  getFilePatch: ['review'],
  getDiffColours: ['review'],
  searchDiff: ['review'],
  getDiffSide: ['review'],
  getDiffImage: ['review'],
  getDiffLines: ['review'],
  getDiffStructure: ['review'],
  settleComment: ['plan', 'document'],
  getInterdiff: ['review'],
  getScopes: ['review'],
  chooseScope: ['review'],
  getCommits: ['review'],
  getFiles: ['review'],
  getFile: ['review'],
  getReferences: ['review'],
  getDefinition: ['review'],
  getSymbols: ['review'],
  stageChange: ['review'],
  applySuggestions: ['review'],
  listProjectChanges: ['review'],
  undoProjectChange: ['review'],
  getViewed: ['review'],
  changeViewed: ['review'],
  approve: ['plan'],
  deny: ['plan'],
  sendFeedback: ['document', 'review'],
} as const satisfies Partial<Record<SessionRouteId, readonly Mode[]>>;

const modes: Partial<Record<SessionRouteId, readonly Mode[]>> = routeModes;

/** The path for adding and listing findings. */
export const { path: findingsPath } = splitTarget(sessionTargets.addAnnotations);

type SessionPath = RoutePath & { readonly id: SessionRouteId } & Pick<InputSchemas, 'handlerReads'>;

/** The server must know before it reads the body. */
const isUpload = (id: SessionRouteId): boolean => id === 'addUpload';

/** The routes of a session by method and path, which is all a server needs until the first request. */
export const sessionPaths: readonly SessionPath[] = rowsOf(sessionTargets).map((row) => ({
  ...row,
  ...(modes[row.id] === undefined ? {} : { modes: modes[row.id] }),
  ...(isUpload(row.id) ? { handlerReads: 'upload' } : {}),
}));
