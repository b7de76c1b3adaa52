import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import type { Route } from '../../shared/session/route.ts';
import { sessionRoutes } from '../../shared/session/session-routes.ts';
import type { SessionView } from '../../shared/session/session.ts';
import { call, type HttpAnswer } from '../helpers/http-call.ts';
import { temporaryFolder } from '../helpers/repository.ts';
import { shareSupervisor, type SharedSupervisor } from '../helpers/share-supervisor.ts';
import { writeSettings } from '../helpers/supervisor.ts';

const secret = 'classified';

let galley: SharedSupervisor;
let above: ReturnType<typeof temporaryFolder>;
let session: SessionView;
beforeAll(async () => {
  above = temporaryFolder('named');
  const folder = join(above.path, 'folder');
  for (const name of ['sub', '.git', '../outside', '../notes'])
    mkdirSync(join(folder, name), { recursive: true });
  for (const name of ['.env', '.git/config', '../outside/secret.md', '../folder-2.md'])
    writeFileSync(join(folder, name), `${secret}\n`);
  writeFileSync(join(folder, 'a.md'), '# Text\n');
  // With HTML among them, each is a document of its own.
  writeFileSync(join(folder, 'sub/b.html'), '<p>Page.');
  symlinkSync('../outside/secret.md', join(folder, 'link.md'));
  symlinkSync('../outside', join(folder, 'linked'));
  const notesFolder = join(above.path, 'notes');
  galley = await shareSupervisor();
  await writeSettings(galley.home, { warmWorkers: 0, notesFolder });
  session = await galley.open({ mode: 'document', path: folder, cwd: folder, detached: true });
});
afterAll(async () => {
  await galley.stop();
  above.remove();
});

/** The spellings of files that are not of the session. */
const others = (): readonly string[] => {
  const outside = join(above.path, 'outside/secret.md');
  return [
    outside,
    `/${outside}`,
    `file://${outside}`,
    '../outside/secret.md',
    './../outside/secret.md',
    'sub/../../outside/secret.md',
    'a.md/../../outside/secret.md',
    '..//outside//secret.md',
    '....//outside/secret.md',
    '..\\outside\\secret.md',
    '..%2foutside%2fsecret.md',
    '%2e%2e/outside/secret.md',
    '%252e%252e/outside/secret.md',
    // As git quotes paths.
    String.raw`"\056\056/outside/secret.md"`,
    String.raw`"..\057outside\057secret.md"`,
    '..\u2215outside\u2215secret.md',
    '\uff0e\uff0e/outside/secret.md',
    '../outside/secret.md\0',
    'a.md\0/../../outside/secret.md',
    '../folder-2.md',
    '-2.md',
    'link.md',
    'linked/secret.md',
    'sub/../link.md',
    '.env',
    'sub/../.env',
    '.git/config',
    '.',
    '..',
    '/',
    '/etc/passwd',
    '/proc/self/environ',
    '~/.ssh/id_rsa',
    '__proto__',
    'constructor',
  ];
};

/** What else a request needs, so that only its file can be wrong. */
const rest: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  saveSource: { hash: '0', text: 'Other words.\n' },
  previewSource: { text: 'Other words.\n' },
  compareVersions: { with: '1', as: 'source' },
  checkLinks: { references: [{ path: 'secret.md', isLink: true }] },
};

const fieldOf = (schema: unknown): string | undefined =>
  schema instanceof z.ZodObject ? ['file', 'path'].find((name) => name in schema.shape) : undefined;

const routes = (sessionRoutes as readonly Route[]).filter(
  ({ modes, query, body }) =>
    (modes === undefined || modes.includes('document')) &&
    (fieldOf(query) ?? fieldOf(body)) !== undefined,
);

const ask = ({ id, method, path, query, body }: Route, name: string): Promise<HttpAnswer> => {
  const asQuery = fieldOf(query);
  const fields = { ...rest[id], [asQuery ?? fieldOf(body) ?? '']: name };
  const words =
    asQuery === undefined ? '' : `?${new URLSearchParams(fields as Record<string, string>)}`;
  return call(`${session.url}${path.replaceAll(/\{\w+\}/gu, '1')}${words}`, {
    method,
    ...(asQuery === undefined ? { body: fields } : {}),
  });
};

it('the routes that take the name of a file are known', () => {
  expect(routes.map(({ id }) => id).toSorted()).toEqual([
    'checkLinks',
    'compareVersions',
    'getFrame',
    'getLinkedFile',
    'getPlan',
    'getSource',
    'getVersion',
    'getVersions',
    'previewSource',
    'saveNote',
    'saveSource',
    'shareReview',
  ]);
});

describe.each(routes.map((route) => [route.id, route] as const))('%s', (id, route) => {
  it('takes a file of the session', async () => {
    const { status } = await ask(route, id === 'getFrame' ? 'sub/b.html' : 'a.md');
    // Somebody else has changed it, as the hash says.
    expect(status).toBe(id === 'saveSource' ? 409 : 200);
  });

  it('and no other, however it is spelled', async () => {
    for (const name of others()) {
      const { status, text } = await ask(route, name);
      // Where a text is has a say in where its references lead; they lead nowhere from here.
      if (id === 'checkLinks' && status === 200)
        expect([name, text]).toEqual([name, '{"files":[null]}']);
      else expect([name, [400, 404, 422].includes(status), status]).toEqual([name, true, status]);
      expect([name, text]).not.toEqual([name, expect.stringContaining(secret)]);
    }
    const outside = join(above.path, 'outside/secret.md');
    expect(readFileSync(outside, 'utf8')).toBe(`${secret}\n`);
  });
});
