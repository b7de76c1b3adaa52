import { access, mkdir, writeFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import type { DocumentAnnotation } from '../../shared/annotations/document-annotation.ts';
import { replaceFile } from '../../shared/node/atomic-file.ts';
import { changePaths } from '../../shared/node/paths.ts';
import type { Block } from '../../shared/placement/blocks.ts';
import type { FromWorker } from '../../shared/supervisor/from-worker-messages.ts';
import { openStream } from '../helpers/event-stream.ts';
import { sessionPath } from '../helpers/paths.ts';
import { entry } from '../helpers/supervisor.ts';
import { until } from '../helpers/until.ts';
import { manifest, openSession, patches, type TestSession } from '../helpers/worker.ts';

const worker = entry('worker');

type Asked = Extract<FromWorker, { type: 'derive' }>;
type Kind = Asked['wanted']['kind'];

/** The oldest unanswered request of a kind from the worker to its supervisor. */
const asked = async (session: TestSession, kind: Kind, count = 1): Promise<Asked> => {
  const ofKind = () =>
    session.messages.filter((m): m is Asked => m.type === 'derive' && m.wanted.kind === kind);
  await until(`it asks for ${kind}`, () => ofKind().length >= count, 30_000);
  const found = ofKind()[count - 1];
  if (found === undefined) throw new Error('nothing was asked');
  return found;
};

const putVersion = async (session: TestSession, version: number) => {
  const { folder, patch, manifest: path } = changePaths(session.files.spool, version);
  await mkdir(folder, { recursive: true });
  const files = manifest.files.slice(1).map((file) => ({ ...file, id: `${version}-0`, offset: 0 }));
  const made = { ...manifest, files, source: 'repository', worktreeState: `state ${version}` };
  await writeFile(path, JSON.stringify(made));
  await writeFile(patch, patches[1] ?? '');
};

const openReview = async (): Promise<TestSession> => {
  const session = await openSession(worker, 'review', {
    preparation: { state: 'preparing' },
    change: ({ files }) => ({ source: { kind: 'path', path: files.spool } }),
  });
  const made = { ...manifest, source: 'repository', worktreeState: 'state 1' };
  await writeFile(session.files.manifest, JSON.stringify(made));
  session.send({ type: 'prepared', preparation: { state: 'ready' } });
  await until('the worker is ready', async () => {
    const { json } = await session.call(sessionPath('getSession'));
    return (json as { preparation: { state: string } }).preparation.state === 'ready';
  });
  return session;
};

const refresh = (session: TestSession) =>
  session.call(sessionPath('refresh'), { method: 'POST', body: {} });

it('a refresh makes a new version of a change and re-anchors findings in one event', async () => {
  const session = await openReview();
  const finding = (filePath: string, lineStart: number) => ({
    source: 'lint',
    filePath,
    lineStart,
    lineEnd: lineStart,
    text: 'x',
  });
  await session.call(sessionPath('addAnnotations'), {
    method: 'POST',
    body: { annotations: [finding('a.txt', 2), finding('new.txt', 9)] },
  });
  const stream = await openStream(`${session.url}${sessionPath('streamAnnotations')}`);
  await stream.next();
  const save = (generation: number, contentVersion?: number) =>
    session.call(sessionPath('saveDraft'), {
      method: 'PUT',
      body: {
        generation,
        comments: [],
        version: 2,
        editors: [],
        ...(contentVersion === undefined ? {} : { contentVersion }),
      },
    });
  const draft = async () =>
    (await session.call(`${sessionPath('getDraft')}?version=2`)).json as object;
  expect(await save(1, 1)).toMatchObject({ status: 200 });
  expect(await save(2, 2)).toMatchObject({ status: 400, json: { code: 'invalid_request' } });
  expect(await draft()).toMatchObject({ generation: 1, contentVersion: 1 });
  const answer = refresh(session);
  const { request, wanted } = await asked(session, 'content');
  expect(wanted).toEqual({ kind: 'content', version: 2 });
  expect((await session.call(sessionPath('getDiff'))).json).toMatchObject({ version: 1 });
  await putVersion(session, 2);
  session.send({ type: 'derived', request });
  const state = await asked(session, 'worktree-state');
  session.send({ type: 'derived', request: state.request, state: 'state 2' });
  expect((await answer).json).toEqual({ version: 2 });
  // Its places are still in what was there before, until a page that shows the new content saves it.
  expect(await draft()).toMatchObject({ generation: 1, contentVersion: 1 });
  expect(await save(2, 2)).toMatchObject({ status: 200 });
  expect(await save(3, 1)).toMatchObject({ status: 409, json: { code: 'stale_draft' } });
  expect(await draft()).toMatchObject({ generation: 2, contentVersion: 2 });
  // A page that does not say it is of the previous release.
  expect(await save(3)).toMatchObject({ status: 200 });
  expect(await draft()).not.toHaveProperty('contentVersion');
  const { data } = await stream.next();
  expect(data).toMatchObject({
    type: 'snapshot',
    version: 2,
    annotations: [{ placement: 'unknown-file' }, { placement: 'in-diff' }],
  });
  expect((await session.call(sessionPath('getDiff'))).json).toMatchObject({
    version: 2,
    files: [{ id: '2-0', path: 'new.txt' }],
  });
  expect((await session.call(`${sessionPath('getFilePatch')}?id=2-0`)).text).toBe(patches[1]);
  expect((await session.call(`${sessionPath('getFilePatch')}?id=0`)).status).toBe(404);
  stream.close();
});

it('a version is removed when the one after the next is ready', async () => {
  const session = await openReview();
  for (const version of [2, 3]) {
    const answer = refresh(session);
    const { request } = await asked(session, 'content', version - 1);
    await putVersion(session, version);
    session.send({ type: 'derived', request });
    const state = await asked(session, 'worktree-state', version - 1);
    session.send({ type: 'derived', request: state.request, state: `state ${version}` });
    expect((await answer).json).toEqual({ version });
  }
  const isGone = () =>
    access(session.files.patch).then(
      () => false,
      () => true,
    );
  await until('the first is removed', isGone);
  await access(changePaths(session.files.spool, 2).patch);
});

it('concurrent requests share one refresh', async () => {
  const session = await openReview();
  const answers = [refresh(session), refresh(session)];
  const { request } = await asked(session, 'content');
  await putVersion(session, 2);
  session.send({ type: 'derived', request });
  const state = await asked(session, 'worktree-state');
  session.send({ type: 'derived', request: state.request, state: 'state 2' });
  for (const { json } of await Promise.all(answers)) expect(json).toEqual({ version: 2 });
  const contents = session.messages.filter(
    (m) => m.type === 'derive' && m.wanted.kind === 'content',
  );
  expect(contents).toHaveLength(1);
});

it('a refresh is refused if there is no source', async () => {
  const session = await openSession(worker, 'document');
  expect(await refresh(session)).toMatchObject({ status: 400, json: { code: 'bad_request' } });
  expect(session.messages.filter(({ type }) => type === 'derive')).toEqual([]);
});

it('content whose source cannot be read stays as it was', async () => {
  const session = await openReview();
  const answer = refresh(session);
  const { request } = await asked(session, 'content');
  session.send({ type: 'derived', request, failure: { code: 'git_failed', error: 'It broke.' } });
  expect(await answer).toMatchObject({ json: { code: 'git_failed', error: 'It broke.' } });
  expect((await session.call(sessionPath('getDiff'))).json).toMatchObject({ version: 1 });
});

it('the page is notified when the work tree changes, and when it is refreshed', async () => {
  const session = await openReview();
  const stream = await openStream(`${session.url}${sessionPath('streamEvents')}`);
  const told = () => stream.events.filter(({ data }) => data.type === 'freshness');
  const first = await asked(session, 'worktree-state');
  expect(told()).toEqual([]);
  const changed = { hasOtherCommits: false, paths: ['a.txt'], count: 1 };
  session.send({ type: 'derived', request: first.request, state: 'another state', changed });
  await until('it is told', () => told().length === 1);
  expect(told()[0]?.data).toEqual({ type: 'freshness', isStale: true, changed });
  const late = await openStream(`${session.url}${sessionPath('streamEvents')}`);
  await until('who comes later hears it', () =>
    late.events.some(({ data }) => data.type === 'freshness'),
  );
  const answer = refresh(session);
  const { request } = await asked(session, 'content');
  await putVersion(session, 2);
  session.send({ type: 'derived', request });
  const state = await asked(session, 'worktree-state', 2);
  session.send({ type: 'derived', request: state.request, state: 'state 2' });
  await answer;
  await until('it is told to be fresh', () => told().length === 2);
  expect(told()[1]?.data).toEqual({ type: 'freshness', isStale: false });
  stream.close();
  late.close();
}, 60_000);

/** A document of many paragraphs, below `above` additional ones. */
const documentBelow = (above: number): readonly Block[] =>
  Array.from({ length: above + 4000 }, (_, index) => ({
    id: `b${index}`,
    kind: 'paragraph',
    startLine: index + 1,
    endLine: index + 1,
    html: '',
    text: index < above ? 'above' : `phrase ${index - above} of the document`,
    marks: [[0, index + 1]],
  }));

it('findings added or changed during a refresh are placed in the new content', async () => {
  const session = await openSession(worker, 'plan', {
    change: ({ files }) => ({ source: { kind: 'path', path: files.document } }),
  });
  const put = (above: number) =>
    replaceFile(session.files.document, JSON.stringify({ blocks: documentBelow(above) }), {
      isDurable: false,
    });
  const post = (round: number) =>
    session.call(sessionPath('addAnnotations'), {
      method: 'POST',
      body: {
        annotations: Array.from({ length: 500 }, (_, index) => ({
          source: 'lint',
          type: 'COMMENT',
          originalText: `phrase ${index * 8} of`,
          text: `round ${round}`,
        })),
      },
    });
  const patch = (id: string, fields: object) =>
    session.call(`${sessionPath('updateAnnotation')}?id=${id}`, { method: 'PATCH', body: fields });
  await put(0);
  const { ids } = (await post(0)).json as { ids: string[] };
  for (const round of [1, 2, 3, 4]) {
    const refreshed = new AbortController();
    let posted = 0;
    const tool = async () => {
      while (!refreshed.signal.aborted) {
        expect((await post(round)).status).toBe(201);
        posted += 1;
      }
    };
    const tools = [tool(), tool(), tool()];
    const answer = refresh(session);
    const { request } = await asked(session, 'content', round);
    await put(round);
    await until('all tools are busy', () => posted >= 3);
    session.send({ type: 'derived', request });
    const patches = ids.slice(0, 100).map((id) => patch(id, { text: `changed ${round}` }));
    for (const { status } of await Promise.all(patches)) expect(status).toBe(200);
    expect((await answer).json).toEqual({ version: round + 1 });
    refreshed.abort();
    await Promise.all(tools);
    const { json } = await session.call(sessionPath('listAnnotations'));
    const { annotations } = json as { annotations: DocumentAnnotation[] };
    const misplaced = annotations.filter(
      ({ originalText = '', blockId }) =>
        blockId !== `b${round + Number(/\d+/u.exec(originalText)?.[0])}`,
    );
    expect(misplaced.map(({ originalText, blockId }) => [originalText, blockId])).toEqual([]);
  }
}, 60_000);
