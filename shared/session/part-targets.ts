import type { Targets } from './route.ts';

// Beside the other routes, since the page loads these later.

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

/**
 * Routes for the parts of the page that edit, compare, save and share documents, follow their links, and show HTML, whose
 * frame is an empty `rest`.
 */
export const documentTargets = {
  saveSource: 'PUT /api/source',
  previewSource: 'POST /api/source/preview',
  saveNote: 'POST /api/notes',
  shareReview: 'POST /api/share',
  importComments: 'POST /api/import',
  getVersions: 'GET /api/versions',
  getVersion: 'GET /api/versions/{number}',
  compareVersions: 'GET /api/versions/{number}/compared',
  checkLinks: 'POST /api/links',
  getLinkedFile: 'GET /api/links/file',
  getFrame: 'GET /api/frame',
  getAsset: 'GET /api/assets/{key}/{rest}',
} as const satisfies Targets;
