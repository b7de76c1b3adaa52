import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Route } from '../../../shared/session/route.ts';
import { sessionRoutes } from '../../../shared/session/session-routes.ts';
import { openStream } from '../../helpers/event-stream.ts';
import { call } from '../../helpers/http-call.ts';
import { controlPath, sessionPath } from '../../helpers/paths.ts';
import type { TestSupervisor } from '../../helpers/supervisor.ts';
import { until } from '../../helpers/until.ts';
import { failAtEachWrite, resources, roomOf, type Resource } from './each-write.ts';
import {
  fileKinds,
  kindOf,
  passingIn,
  snapshotOf,
  writtenBetween,
  type FileKind,
  type Snapshot,
} from './disk-files.ts';
import { startOn } from './disk-home.ts';
import { routeSteps, type RouteStep } from './disk-steps.ts';
import {
  makeSubjects,
  openedSubjects,
  writtenByOpening,
  type Subject,
  type Subjects,
} from './disk-subjects.ts';
import { smallDisk, type Room, type SmallDisk } from './small-disk.ts';

interface Opened {
  readonly id: string;
  readonly url: string;
}

let disk: SmallDisk;
let subjects: Subjects;
let galley: TestSupervisor;

beforeAll(async () => {
  subjects = await makeSubjects();
  disk = await smallDisk({ bytes: 32 * 2 ** 20, inodes: 2000 });
  galley = await startOn(disk, { allowPrivateUrls: true });
});
afterAll(async () => {
  disk.makeRoom();
  await galley.stop();
  await disk.remove();
  subjects.remove();
});

/** Enough for what the steps write: filling and emptying the whole disk for each would take longer than the steps. */
const spareOf = (resource: Resource): Room => roomOf(resource, resource === 'pages' ? 500 : 200);

/** What was found after the last step, unless more was written since. */
let found: Snapshot | undefined;

const open = (subject: Subject): Promise<Opened> => {
  found = undefined;
  return galley.open({ ...subjects.openRequest(subject), key: randomUUID() });
};
const close = (id: string) =>
  galley.api(controlPath('closeSession', { params: { id } }), { method: 'DELETE' });

interface Shared extends Opened {
  /** By the steps in it so far: see `filesOf`. */
  readonly written: Set<string>;
}
/** Sessions in which steps follow one another, each writing files that are not there yet. */
const shared = new Map<Subject, Shared[]>();

const newShared = async (subject: Subject): Promise<Shared> => {
  const session = { ...(await open(subject)), written: new Set<string>() };
  shared.set(subject, [...(shared.get(subject) ?? []), session]);
  return session;
};

/** One for steps that write nothing. */
const standingOf = async (subject: Subject): Promise<Opened> =>
  shared.get(subject)?.[0] ?? (await newShared(subject));

/** Whether a step writes again what opening wrote: then it has a session of its own. */
const isAlone = ({ subject, writes = [] }: RouteStep): boolean => {
  const opened: readonly FileKind[] = writtenByOpening[subject];
  return writes.some((kind) => opened.includes(kind));
};

/** What a step writes, and another may not write in the same session. */
const filesOf = ({ writes = [], file = '' }: RouteStep): string[] =>
  writes.map((kind) => `${kind} ${file}`);

/** A session for a step that writes, and what becomes of it afterwards. */
const sessionFor = async (
  step: RouteStep,
): Promise<{ readonly session: Opened; readonly leave: () => Promise<unknown> }> => {
  const { subject, isDecision } = step;
  if (isAlone(step)) {
    const session = await open(subject);
    return { session, leave: () => close(session.id) };
  }
  const files = filesOf(step);
  const free = shared.get(subject)?.find(({ written }) => !files.some((file) => written.has(file)));
  const session = free ?? (await newShared(subject));
  for (const file of files) session.written.add(file);
  if (isDecision !== true) return { session, leave: () => Promise.resolve() };
  // Its last step.
  shared.set(
    subject,
    (shared.get(subject) ?? []).filter((one) => one !== session),
  );
  return { session, leave: () => close(session.id) };
};

const closeShared = async (): Promise<void> => {
  await Promise.all([...shared.values()].flat().map(({ id }) => close(id)));
  shared.clear();
};

/** The URL of a path in a session. */
const addressOf = async (path: string, { url }: Opened): Promise<string> => {
  if (!/FILE|IMAGE/u.test(path)) return `${url}${path}`;
  const { files } = (await call(`${url}${sessionPath('getDiff')}`)).json as {
    files: { id: string; path: string }[];
  };
  const idOf = (name: string) => files.find((file) => file.path === name)?.id ?? name;
  return `${url}${path.replace('FILE', idOf('a.txt')).replace('IMAGE', idOf('a.png'))}`;
};

/** Written at any time, also by background work. */
const anytime: ReadonlySet<FileKind> = new Set([
  'registry',
  'log',
  'contents',
  'ended',
  'rounds',
  'history',
  'colours',
]);
/** Git's own errors are passed on. */
const refused = {
  json: {
    code: expect.stringMatching(/^(?:storage|git)_failed$/u),
    error: expect.stringMatching(/ENOSPC|No space left on device|Out of diskspace/u),
  },
};

const pathOf = ({ path }: Route, { query = '' }: RouteStep): string => `${path}${query}`;

const decisionsOf = async (id: string): Promise<string[]> => {
  const names = await readdir(join(disk.outside, 'state', 'decisions'));
  return names.filter((name) => name.startsWith(id));
};

const isPassed = async (): Promise<void> => {
  await until('nothing half-written is left', async () => {
    const left = await passingIn(disk.outside);
    return left.length === 0;
  });
};

/** On a completely full disk it succeeds, without leaving files. */
const answersAlways = async (route: Route, step: RouteStep, room: object): Promise<void> => {
  const session = await standingOf(step.subject);
  const address = await addressOf(pathOf(route, step), session);
  const before = found ?? (await snapshotOf(disk.outside));
  disk.leave(room);
  if (route.replies[200] === 'text/event-stream') {
    const stream = await openStream(address);
    await until('it has an event', () => stream.events.length > 0);
    stream.close();
  } else {
    const { method } = route;
    const answer = await call(address, { method, ...(step.body && { body: step.body }) });
    expect(answer.status).toBe(step.status ?? 200);
  }
  found = await snapshotOf(disk.outside);
  const written = writtenBetween(before, found);
  expect(written.filter((kind) => !anytime.has(kind))).toEqual([]);
};

/** With a little more room each time, it fails with a message and without changes, until everything can be written. */
const refusesAtEachWrite = async (
  route: Route,
  step: RouteStep,
  resource: Resource,
): Promise<void> => {
  const { session, leave } = await sessionFor(step);
  const { id, url } = session;
  const { method } = route;
  const address = await addressOf(pathOf(route, step), session);
  const besides = await Promise.all((step.besides ?? []).map((path) => addressOf(path, session)));
  const send = (body: object | undefined) =>
    call(address, { method, ...(body && { body }), ...(step.raw && { raw: step.raw }) });
  if (step.first !== undefined) expect((await send(step.first)).status).toBe(200);
  const shown = async () => (await call(`${url}${step.shows ?? sessionPath('getSession')}`)).text;
  const before = await snapshotOf(disk.outside);
  const shownBefore = await shown();
  await failAtEachWrite(disk, resource, async () => {
    const [answer, ...others] = await Promise.all([
      send(step.body),
      ...besides.map((other) => call(other)),
    ]);
    const failed = others.filter(({ status }) => status !== 200);
    if (answer.status !== (step.status ?? 200)) failed.push(answer);
    if (failed.length === 0) return true;
    for (const one of failed) expect(one).toMatchObject(refused);
    expect(await shown()).toBe(shownBefore);
    expect(await decisionsOf(id)).toEqual([]);
    return false;
  });
  const written = writtenBetween(before, await snapshotOf(disk.outside));
  expect(written.filter((kind) => !anytime.has(kind))).toEqual(step.writes);
  if (step.afterwards !== undefined) {
    const answer = await call(
      `${url}${sessionPath(step.afterwards === 'undo' ? 'undoDecision' : 'releaseDecision')}`,
      {
        method: 'POST',
      },
    );
    expect(answer.status).toBe(200);
  }
  if (step.afterwards === 'undo') {
    expect(await shown()).toBe(shownBefore);
    expect(await decisionsOf(id)).toEqual([]);
  }
  if (step.isDecision === true) {
    // The disk is still full: the decision is delivered even if that cannot be recorded.
    const decision = await galley.api(
      controlPath('getDecision', { params: { id }, query: { wait: 60 } }),
    );
    expect(decision.json).toMatchObject({ id, outcome: outcomeOf(route, step) });
    // Nor does it remain because it cannot be archived: it is deleted, which frees space.
    const spools = () => readdir(join(disk.outside, 'state', 'sessions'));
    await until('its spool is gone', async () => !(await spools()).includes(id));
  }
  disk.leave(spareOf(resource));
  await leave();
  found = undefined;
  await isPassed();
};

const outcomeOf = ({ id }: Route, { body }: RouteStep): string => {
  if (id === 'exit') return 'closed';
  if (id === 'deny') return 'denied';
  return id === 'approve' || (body !== undefined && 'approved' in body) ? 'approved' : 'feedback';
};

const rows = sessionRoutes.flatMap((route) =>
  routeSteps[route.id].map((step) => {
    const then = step.afterwards === undefined ? '' : `, then ${step.afterwards},`;
    const name = `${route.method} ${route.path}${step.query ?? ''}${then} of ${step.subject}`;
    return [name, route, step] as const;
  }),
);

describe.each(resources)('on a disk without %s', (resource) => {
  beforeEach(() => disk.leave(spareOf(resource)));
  afterAll(async () => {
    disk.makeRoom();
    await closeShared();
  });

  test.each(rows.filter(([, , { writes }]) => writes === undefined))(
    '%s is answered and writes nothing',
    (_, route, step) => answersAlways(route, step, roomOf(resource, 0)),
  );

  test.each(rows.filter(([, , { writes }]) => writes !== undefined))(
    '%s is refused at each of its writes and changes nothing, until there is room',
    (_, route, step) => refusesAtEachWrite(route, step, resource),
  );
});

test('opening a review writes the kinds of files that its steps declare', async () => {
  for (const subject of openedSubjects) {
    const before = await snapshotOf(disk.outside);
    const { id } = await open(subject);
    const written = writtenBetween(before, await snapshotOf(disk.outside));
    const ofIt = written.filter((kind) => kind !== 'registry' && kind !== 'log');
    expect({ subject, ofIt }).toEqual({ subject, ofIt: writtenByOpening[subject] });
    await close(id);
  }
});

test('every kind of file has been refused by a full disk', async () => {
  const refused = new Set<FileKind>([
    ...rows.flatMap(([, , { writes = [] }]) => writes),
    // Covered by other tests of a full disk: opening, a lost session and its log, a starting supervisor.
    ...openedSubjects.slice(0, 2).flatMap((subject) => writtenByOpening[subject]),
    // And an ended review, in the space left by its decision.
    ...(['registry', 'log', 'collected', 'page', 'ended'] as const),
    // Optional, and skipped on a full disk: see above, and test/supervisor/sessions/rounds.test.ts.
    ...(['colours', 'rounds', 'history'] as const),
  ]);
  expect(fileKinds.filter((kind) => !refused.has(kind))).toEqual([]);
  const kinds = [...(await snapshotOf(disk.outside)).keys()].map(kindOf);
  expect(kinds).toEqual(expect.arrayContaining(['registry', 'log', 'page', 'collected']));
});
