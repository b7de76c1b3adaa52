import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Repository } from '../../helpers/repository.ts';
import type { FileKind } from './disk-files.ts';

const patch = 'diff --git a/a.txt b/a.txt\n--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-one\n+two\n';
const png = Buffer.from('89504e470d0a1a0a0000000d494844520000000100000001', 'hex');

/** What opening each of them writes, besides the registry and the log. */
export const writtenByOpening = {
  'a document of the web': ['history', 'label', 'opened', 'input', 'format', 'document', 'source'],
  'a comparison': ['label', 'opened', 'contents', 'patch', 'manifest', 'state parts'],
  'a plan of text': ['history', 'label', 'opened', 'input', 'document', 'source'],
  'a patch': ['label', 'opened', 'input', 'patch', 'manifest'],
  'a plan in a file': ['history', 'label', 'opened', 'document', 'source', 'contents'],
} as const satisfies Readonly<Record<string, readonly FileKind[]>>;

export type Subject = keyof typeof writtenByOpening;
export const openedSubjects = Object.keys(writtenByOpening) as Subject[];

export const planText = '# A plan in a file\n';

/** A repository, with the requests to review it; `remove` deletes it. */
export const makeSubjects = async () => {
  const repository = new Repository();
  repository.write('a.txt', 'one\n');
  repository.write('a.png', png);
  repository.commit('first');
  repository.write('a.txt', 'two\n');
  repository.write('a.png', Buffer.concat([png, png]));
  repository.write('a.patch', patch);
  const web = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/markdown' }).end('# A document of the web\n');
  });
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
  const { port } = web.address() as AddressInfo;
  const requests: Readonly<Record<Subject, object>> = {
    'a plan of text': { mode: 'plan', content: '# A plan' },
    'a patch': { mode: 'review', patch: join(repository.path, 'a.patch') },
    'a document of the web': { mode: 'document', url: `http://127.0.0.1:${port}/a.md` },
    'a comparison': { mode: 'review' },
    'a plan in a file': { mode: 'plan', path: join(repository.path, 'plan.md') },
  };
  return {
    openRequest: (subject: Subject): object => {
      // An earlier session may have edited it.
      repository.write('plan.md', planText);
      return { cwd: repository.path, detached: true, ...requests[subject] };
    },
    remove: (): void => {
      web.closeAllConnections();
      web.close();
      repository.remove();
    },
  };
};

export type Subjects = Awaited<ReturnType<typeof makeSubjects>>;
