import type { SessionRouteId } from '../../../shared/session/session-paths.ts';
import type { FileKind } from './disk-files.ts';
import type { Subject } from './disk-subjects.ts';

/** One way to ask a route for something, of a session of its own where it writes. */
export interface RouteStep {
  readonly subject: Subject;
  /** `FILE` stands for the id of the changed text, `IMAGE` for that of the changed image. */
  readonly query?: string;
  readonly body?: object;
  /** A body that is sent before, while there is room: what stays where the disk refuses. */
  readonly first?: object;
  /** What it writes; nothing where absent: then it is answered on a full disk as on any other. */
  readonly writes?: readonly FileKind[];
  /** A path whose answer stays as it is each time that the disk refuses; that of the session where absent. */
  readonly shows?: string;
  /** It ends the session. */
  readonly isDecision?: boolean;
  /** What is done on the full disk with the decision that is held by then. */
  readonly afterwards?: 'release' | 'undo';
  /** The good answer; 200 where absent. */
  readonly status?: number;
}

const text = 'a plan of text';
const patch = 'a patch';
const comparison = 'a comparison';
const finding = { source: 'lint', text: 'A finding.' };
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
/** A route that shows the change, or has it made without whitespace. */
const ofChange = (query: string): readonly RouteStep[] =>
  ([patch, comparison] as const).flatMap((subject): RouteStep[] => [
    { subject, query: `?${query}` },
    {
      subject,
      query: `?${query}&whitespace=hide`,
      writes: ['no-whitespace patch', 'no-whitespace manifest'],
      shows: '/api/diff',
    },
  ]);
const ofSide = (query: string): RouteStep => ({
  subject: comparison,
  query: `?${query}`,
  writes: ['side'],
  shows: '/api/diff',
});

/** What each route of a session is asked for on a full disk. A new route needs a row here. */
export const routeSteps: Readonly<Record<SessionRouteId, readonly RouteStep[]>> = {
  addAnnotations: [{ subject: text, body: finding, status: 201 }],
  listAnnotations: reading,
  updateAnnotation: [{ subject: text, query: '?id=ID', body: { text: 'Another.' }, status: 404 }],
  removeAnnotations: reading,
  streamAnnotations: reading,
  getSession: reading,
  streamEvents: reading,
  getPlan: reading,
  getPlanSource: reading,
  refresh: [
    { subject: 'a plan in a file', body: {}, writes: ['document', 'source'], shows: '/api/plan' },
    {
      subject: comparison,
      body: {},
      writes: ['label', 'later patch', 'later manifest'],
      shows: '/api/diff',
    },
  ],
  getDiff: ofChange(''),
  getFilePatch: ofChange('id=FILE'),
  // What cannot be coloured is answered as nothing.
  getDiffColours: [{ subject: patch }],
  searchDiff: ofChange('q=two'),
  getDiffSide: [ofSide('id=FILE&side=new'), ofSide('id=FILE&side=old')],
  getDiffImage: [ofSide('id=IMAGE&side=new')],
  getDiffLines: [ofSide('id=FILE&side=old&from=1&to=1')],
  getViewed: [{ subject: patch }],
  changeViewed: [
    {
      subject: patch,
      first: viewed('1'),
      body: viewed('2'),
      writes: ['viewed'],
      shows: '/api/viewed',
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
  // Of one that is held: see `approve` and `deny`.
  releaseDecision: [{ subject: text, body: {}, status: 409 }],
  undoDecision: [{ subject: text, body: {}, status: 409 }],
  getConfig: reading,
  changeConfig: [
    {
      subject: text,
      first: { theme: 'light' },
      body: { theme: 'dark' },
      writes: ['config'],
      shows: '/api/config',
    },
  ],
  getAiCapabilities: reading,
  getDraft: reading,
  saveDraft: [
    { subject: text, first: draft(1), body: draft(2), writes: ['draft'], shows: '/api/draft' },
  ],
  deleteDraft: [{ subject: text, query: '?generation=1' }],
};
