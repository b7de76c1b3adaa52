import { textHash } from '../../../shared/node/document-source.ts';
import type { SessionRouteId } from '../../../shared/session/session-paths.ts';
import type { FileKind } from './disk-files.ts';
import { planText, type Subject } from './disk-subjects.ts';
import { png } from '../../helpers/images.ts';
import { sessionPath } from '../../helpers/paths.ts';

/** A way to call a route, in its own session if it writes. */
export interface RouteStep {
  readonly subject: Subject;
  /** `FILE` and `IMAGE` stand for the ids of the changed text and image. */
  readonly query?: string;
  readonly body?: object;
  /** A body that is not JSON. */
  readonly raw?: Buffer;
  /** A body sent beforehand, while there is room: it must survive the failed write. */
  readonly first?: object;
  /** What it writes; if absent, it works on a full disk like on any other. */
  readonly writes?: readonly FileKind[];
  /** Tells its files from others of their kinds. */
  readonly file?: string;
  /** Paths that need the same files, and are refused with it. */
  readonly besides?: readonly string[];
  /** A path whose response must not change while the disk is full; default is the session's. */
  readonly shows?: string;
  /** It ends the session. */
  readonly isDecision?: boolean;
  /** What to do with the held decision while the disk is full. */
  readonly afterwards?: 'release' | 'undo';
  /** The success status; default 200. */
  readonly status?: number;
}

const text = 'a plan of text';
const patch = 'a patch';
const comparison = 'a comparison';
const finding = { source: 'lint', text: 'A finding.' };
const colleagueComment = {
  id: '7d3c2a10-94b5-4c1e-8a52-0f6f2f0b9c11',
  author: 'Ada',
  changedAt: '2026-11-25T12:00:00.000Z',
  kind: 'question',
  text: 'A comment.',
};
const draft = (generation: number) => ({ generation, feedback: 'Words.', comments: [] });
const viewed = (digit: string) => ({ digests: [digit.repeat(32)], isViewed: true });

const reading: readonly RouteStep[] = [{ subject: text }];
const decision = (subject: Subject, body: object = {}): RouteStep => ({
  subject,
  body,
  writes: ['decision'],
  isDecision: true,
});
const held = (subject: Subject, afterwards: 'release' | 'undo'): RouteStep => ({
  ...decision(subject, { feedback: 'kept', undoSeconds: 60 }),
  writes: ['held'],
  isDecision: afterwards === 'release',
  afterwards,
});
const ofFile = '?id=FILE';
const ofSearch = '?q=two';
/** A route that shows the change. */
const ofChange = (query: string): readonly RouteStep[] => [
  { subject: patch, query },
  { subject: comparison, query },
];
/** All of them, ignoring whitespace. */
const withoutWhitespace = ([patch, comparison] as const).map((subject): RouteStep => ({
  subject,
  query: '?whitespace=hide',
  writes: ['no-whitespace patch', 'no-whitespace manifest'],
  besides: [
    `${sessionPath('getFilePatch')}${ofFile}&whitespace=hide`,
    `${sessionPath('searchDiff')}${ofSearch}&whitespace=hide`,
  ],
  shows: sessionPath('getDiff'),
}));
const ofSide = (file: string, rest = ''): RouteStep => ({
  subject: comparison,
  query: `?${file}${rest}`,
  writes: ['side'],
  file,
  shows: sessionPath('getDiff'),
});

/** How each route of a session is called on a full disk. New routes need a row here. */
export const routeSteps: Readonly<Record<SessionRouteId, readonly RouteStep[]>> = {
  addAnnotations: [{ subject: text, body: finding, status: 201 }],
  listAnnotations: reading,
  updateAnnotation: [{ subject: text, query: '?id=ID', body: { text: 'Another.' }, status: 404 }],
  removeAnnotations: reading,
  streamAnnotations: reading,
  getSession: reading,
  streamEvents: reading,
  streamUnseen: reading,
  getPlan: reading,
  getSource: reading,
  // A text is not HTML.
  getFrame: [{ subject: text, status: 404 }],
  getAsset: [{ subject: text, status: 404 }],
  saveSource: [
    {
      subject: 'a plan in a file',
      body: { hash: textHash(planText), text: '# Another' },
      // It is read again if there is room.
      writes: ['edited', 'edit base'],
    },
  ],
  previewSource: [{ subject: text, body: { text: '# Another' }, writes: ['previewed', 'preview'] }],
  // There is no folder for notes.
  saveNote: [{ subject: text, body: {}, status: 404 }],
  // What it writes goes with the answer.
  shareReview: [{ subject: text, body: {}, writes: [], shows: sessionPath('getPlan') }],
  importComments: [{ subject: text, body: { comments: [colleagueComment] } }],
  getVersions: [{ subject: text, writes: ['versions'], shows: sessionPath('getPlan') }],
  // Their paths name no version.
  getVersion: [{ subject: text, status: 400 }],
  compareVersions: [{ subject: text, query: '?with=1', status: 400 }],
  checkLinks: [{ subject: text, body: { references: [{ path: 'gone.md' }] } }],
  getLinkedFile: [
    {
      subject: text,
      query: '?path=a.txt',
      // What it writes goes with the answer.
      writes: [],
      shows: sessionPath('getPlan'),
    },
  ],
  getDocuments: [{ subject: text, status: 404 }],
  refresh: [
    {
      subject: 'a plan in a file',
      body: {},
      writes: ['document', 'source'],
      shows: sessionPath('getPlan'),
    },
    {
      subject: comparison,
      body: {},
      writes: ['label', 'state parts', 'later patch', 'later manifest'],
      shows: sessionPath('getDiff'),
    },
  ],
  getDiff: [...ofChange(''), ...withoutWhitespace],
  getFilePatch: ofChange(ofFile),
  // Failed highlighting is an empty result.
  getDiffColours: [{ subject: patch }],
  searchDiff: ofChange(ofSearch),
  getDiffSide: [ofSide('id=FILE&side=new'), ofSide('id=FILE&side=old')],
  getDiffImage: [ofSide('id=IMAGE&side=new')],
  getDiffLines: [ofSide('id=FILE&side=old', '&from=1&to=1')],
  getDiffStructure: [{ subject: comparison, writes: ['structure'], shows: sessionPath('getDiff') }],
  getRounds: [{ subject: comparison }],
  settleComment: [{ subject: text, body: { id: 'none', isSettled: true }, status: 404 }],
  getInterdiff: [{ subject: comparison, query: '?id=none', status: 404 }],
  getScopes: [{ subject: comparison }],
  chooseScope: [
    {
      subject: comparison,
      body: { scope: 'uncommitted' },
      writes: ['label', 'state parts', 'later patch', 'later manifest'],
      shows: sessionPath('getDiff'),
    },
  ],
  getCommits: [{ subject: comparison }],
  getFiles: [{ subject: comparison }],
  getFile: [
    {
      subject: comparison,
      query: '?path=a.txt&side=new',
      writes: ['file'],
      shows: sessionPath('getDiff'),
    },
  ],
  getReferences: [
    {
      subject: comparison,
      query: '?name=two&side=new',
      // What it writes goes with the answer.
      writes: [],
      shows: sessionPath('getDiff'),
    },
  ],
  getSymbols: [{ subject: comparison, query: '?q=two&side=new' }],
  getDefinition: [{ subject: comparison, query: '?name=two&path=a.txt&side=new' }],
  stageChange: [
    {
      subject: comparison,
      body: { action: 'stage', version: 1, id: 'none', path: 'none' },
      status: 404,
    },
  ],
  applySuggestions: [
    {
      subject: comparison,
      body: {
        version: 1,
        suggestions: [{ path: 'none', first: 1, last: 1, suggestedCode: 'none' }],
      },
    },
  ],
  listProjectChanges: [{ subject: comparison }],
  undoProjectChange: [{ subject: comparison, body: { id: '0'.repeat(32) }, status: 404 }],
  getViewed: [{ subject: patch }],
  changeViewed: [
    {
      subject: patch,
      first: viewed('1'),
      body: viewed('2'),
      writes: ['viewed'],
      shows: sessionPath('getViewed'),
    },
  ],
  approve: [decision(text, { feedback: 'kept' }), held(text, 'release')],
  deny: [decision(text, { feedback: 'kept' }), held(text, 'undo')],
  sendFeedback: [
    decision('a document of the web', { feedback: 'kept' }),
    decision(patch, { approved: true }),
  ],
  previewDecision: [{ subject: text, body: { outcome: 'denied', feedback: 'shown' } }],
  exit: [decision(text)],
  // With a held decision: see `approve` and `deny`.
  releaseDecision: [{ subject: text, body: {}, status: 409 }],
  undoDecision: [{ subject: text, body: {}, status: 409 }],
  getSkills: [{ subject: text, writes: ['skills'], shows: sessionPath('getPlan') }],
  getConfig: reading,
  changeConfig: [
    {
      subject: text,
      first: { theme: 'light' },
      body: { theme: 'dark' },
      writes: ['config'],
      shows: sessionPath('getConfig'),
    },
  ],
  getAiCapabilities: reading,
  getDraft: reading,
  saveDraft: [
    {
      subject: text,
      first: draft(1),
      body: draft(2),
      writes: ['draft'],
      shows: sessionPath('getDraft'),
    },
  ],
  deleteDraft: [{ subject: text, query: '?generation=1' }],
  addUpload: [{ subject: text, raw: png(9, 9), writes: ['upload'], status: 201 }],
  getUpload: [{ subject: text, status: 400 }],
  deleteUpload: [{ subject: text, status: 400 }],
};
