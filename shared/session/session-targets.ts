import type { Targets } from './route.ts';

/** Routes for tools: findings. */
const findingTargets = {
  addAnnotations: 'POST /api/external-annotations',
  listAnnotations: 'GET /api/external-annotations',
  updateAnnotation: 'PATCH /api/external-annotations',
  removeAnnotations: 'DELETE /api/external-annotations',
  streamAnnotations: 'GET /api/external-annotations/stream',
} as const satisfies Targets;

/** Routes for the page. */
export const pageTargets = {
  getSession: 'GET /api/session',
  streamEvents: 'GET /api/events',
  getPlan: 'GET /api/plan',
  getSource: 'GET /api/source',
  saveSource: 'PUT /api/source',
  previewSource: 'POST /api/source/preview',
  getVersions: 'GET /api/versions',
  getVersion: 'GET /api/versions/{number}',
  compareVersions: 'GET /api/versions/{number}/compared',
  getDocuments: 'GET /api/documents',
  refresh: 'POST /api/refresh',
  getDiff: 'GET /api/diff',
  getFilePatch: 'GET /api/diff/file',
  getDiffColours: 'GET /api/diff/colours',
  searchDiff: 'GET /api/diff/search',
  getDiffSide: 'GET /api/diff/side',
  getDiffImage: 'GET /api/diff/image',
  getDiffLines: 'GET /api/diff/lines',
  getDiffStructure: 'GET /api/diff/structure',
  getRounds: 'GET /api/rounds',
  settleComment: 'PUT /api/rounds/settled',
  getInterdiff: 'GET /api/rounds/file',
  getScopes: 'GET /api/diff/scopes',
  chooseScope: 'POST /api/diff/scope',
  getCommits: 'GET /api/commits',
  getFiles: 'GET /api/files',
  getFile: 'GET /api/file',
  getSkills: 'GET /api/skills',
  stageChange: 'POST /api/diff/stage',
  applySuggestions: 'POST /api/diff/apply',
  listProjectChanges: 'GET /api/diff/undo',
  undoProjectChange: 'POST /api/diff/undo',
  getViewed: 'GET /api/viewed',
  changeViewed: 'PUT /api/viewed',
  approve: 'POST /api/approve',
  deny: 'POST /api/deny',
  sendFeedback: 'POST /api/feedback',
  previewDecision: 'POST /api/decision/preview',
  exit: 'POST /api/exit',
  releaseDecision: 'POST /api/decision/release',
  undoDecision: 'POST /api/decision/undo',
  getConfig: 'GET /api/config',
  changeConfig: 'POST /api/config',
  getAiCapabilities: 'GET /api/ai/capabilities',
  getDraft: 'GET /api/draft',
  saveDraft: 'PUT /api/draft',
  deleteDraft: 'DELETE /api/draft',
} as const satisfies Targets;

/** Routes for the parts of the page that look for symbols. */
export const navigationTargets = {
  getReferences: 'GET /api/references',
  getDefinition: 'GET /api/definition',
  getSymbols: 'GET /api/symbols',
} as const satisfies Targets;

/** Routes for images that are attached to comments. */
export const uploadTargets = {
  addUpload: 'POST /api/uploads',
  getUpload: 'GET /api/uploads/{upload}',
  deleteUpload: 'DELETE /api/uploads/{upload}',
} as const satisfies Targets;

/** All session routes by id. */
export const sessionTargets = {
  ...findingTargets,
  ...pageTargets,
  ...navigationTargets,
  ...uploadTargets,
};

/** Routes that only ended reviews have. */
export const endedTargets = { getEndedDecision: 'GET /api/decision' } as const satisfies Targets;
