import { describe, expect, test } from 'vitest';
import { PatchLoader } from '../../../../../../web/review/features/changes/pierre/patch-loader.ts';

/** A patch server whose answers the test controls. */
const createServer = () => {
  const asked: string[] = [];
  const answers = new Map<
    string,
    { resolve: (patch: string) => void; reject: (error: Error) => void }
  >();
  const idle: (() => void)[] = [];
  const patches: string[] = [];
  const failures: string[] = [];
  const loader = (ids: readonly string[]) =>
    new PatchLoader(
      {
        load: (id, signal) =>
          new Promise((resolve, reject) => {
            asked.push(id);
            answers.set(id, { resolve, reject });
            signal.addEventListener('abort', () => reject(new Error('aborted')));
          }),
        onPatch: (id) => patches.push(id),
        onFailure: (id) => failures.push(id),
        whenIdle: (callback) => idle.push(callback),
      },
      ids,
    );
  const settle = async (act: () => void) => {
    act();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return {
    asked,
    patches,
    failures,
    loader,
    answer: (id: string) => settle(() => answers.get(id)?.resolve('patch')),
    fail: (id: string) => settle(() => answers.get(id)?.reject(new Error('no'))),
    rest: () => settle(() => idle.splice(0).forEach((callback) => callback())),
  };
};

const ids = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'];

describe('PatchLoader', () => {
  test('loads urgent files first, four at a time', async () => {
    const server = createServer();
    server.loader(ids).prioritise(['7', '8', '3', '1', '5']);
    expect(server.asked).toEqual(['7', '8', '3', '1']);
    await server.answer('8');
    expect(server.asked).toEqual(['7', '8', '3', '1', '5']);
    expect(server.patches).toEqual(['8']);
  });

  test('replaces urgent files with more recent ones', async () => {
    const server = createServer();
    const loader = server.loader(ids);
    loader.prioritise(['0', '1', '2', '3', '4']);
    loader.prioritise(['9']);
    await server.answer('0');
    expect(server.asked).toEqual(['0', '1', '2', '3', '9']);
  });

  test('loads the rest in idle time, two at a time, each once', async () => {
    const server = createServer();
    server.loader(['0', '1', '2']).prioritise([]);
    expect(server.asked).toEqual([]);
    await server.rest();
    await server.rest();
    await server.rest();
    expect(server.asked).toEqual(['0', '1']);
    await server.answer('0');
    await server.rest();
    expect(server.asked).toEqual(['0', '1', '2']);
    await server.answer('1');
    await server.answer('2');
    await server.rest();
    expect(server.asked).toHaveLength(3);
    expect(server.patches).toEqual(['0', '1', '2']);
  });

  test('retries a failed file only on request', async () => {
    const server = createServer();
    const loader = server.loader(['0']);
    loader.prioritise(['0']);
    await server.fail('0');
    loader.prioritise(['0']);
    expect(server.failures).toEqual(['0']);
    expect(server.asked).toEqual(['0']);
    loader.request('0');
    await server.answer('0');
    expect(server.patches).toEqual(['0']);
  });

  test('reports nothing once it is disposed of', async () => {
    const server = createServer();
    const loader = server.loader(ids);
    loader.prioritise(['0', '1']);
    loader.dispose();
    await server.answer('0');
    await server.rest();
    expect(server.asked).toEqual(['0', '1']);
    expect([...server.patches, ...server.failures]).toEqual([]);
  });
});
