import type { RoutePath } from './route.ts';

/** Where findings are added and asked for. */
export const findingsPath = '/api/external-annotations';

/** The routes of a session by method and path: what a server needs before the first request comes. */
export const sessionPaths = [
  { id: 'addAnnotations', method: 'POST', path: findingsPath },
  { id: 'listAnnotations', method: 'GET', path: findingsPath },
  { id: 'updateAnnotation', method: 'PATCH', path: findingsPath },
  { id: 'removeAnnotations', method: 'DELETE', path: findingsPath },
  { id: 'streamAnnotations', method: 'GET', path: `${findingsPath}/stream` },
  { id: 'getSession', method: 'GET', path: '/api/session' },
  { id: 'streamEvents', method: 'GET', path: '/api/events' },
  { id: 'getPlan', method: 'GET', path: '/api/plan', modes: ['plan', 'document'] },
  { id: 'getPlanSource', method: 'GET', path: '/api/plan/source', modes: ['plan', 'document'] },
  { id: 'refresh', method: 'POST', path: '/api/refresh' },
  { id: 'getDiff', method: 'GET', path: '/api/diff', modes: ['review'] },
  { id: 'getFilePatch', method: 'GET', path: '/api/diff/file', modes: ['review'] },
  { id: 'getDiffColours', method: 'GET', path: '/api/diff/colours', modes: ['review'] },
  { id: 'searchDiff', method: 'GET', path: '/api/diff/search', modes: ['review'] },
  { id: 'getDiffSide', method: 'GET', path: '/api/diff/side', modes: ['review'] },
  { id: 'getDiffImage', method: 'GET', path: '/api/diff/image', modes: ['review'] },
  { id: 'getDiffLines', method: 'GET', path: '/api/diff/lines', modes: ['review'] },
  { id: 'getViewed', method: 'GET', path: '/api/viewed', modes: ['review'] },
  {
    id: 'changeViewed',
    method: 'PUT',
    path: '/api/viewed',
    modes: ['review'],
  },
  { id: 'approve', method: 'POST', path: '/api/approve', modes: ['plan'] },
  { id: 'deny', method: 'POST', path: '/api/deny', modes: ['plan'] },
  {
    id: 'sendFeedback',
    method: 'POST',
    path: '/api/feedback',
    modes: ['document', 'review'],
  },
  {
    id: 'previewDecision',
    method: 'POST',
    path: '/api/decision/preview',
  },
  { id: 'exit', method: 'POST', path: '/api/exit' },
  { id: 'releaseDecision', method: 'POST', path: '/api/decision/release' },
  { id: 'undoDecision', method: 'POST', path: '/api/decision/undo' },
  { id: 'getConfig', method: 'GET', path: '/api/config' },
  { id: 'changeConfig', method: 'POST', path: '/api/config' },
  { id: 'getAiCapabilities', method: 'GET', path: '/api/ai/capabilities' },
  { id: 'getDraft', method: 'GET', path: '/api/draft' },
  { id: 'saveDraft', method: 'PUT', path: '/api/draft' },
  { id: 'deleteDraft', method: 'DELETE', path: '/api/draft' },
] as const satisfies readonly RoutePath[];

export type SessionRouteId = (typeof sessionPaths)[number]['id'];
