import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Decision } from '../../shared/session/decision.ts';
import { quotePath } from '../../shared/node/path-name.ts';
import type { Manifest } from '../../shared/placement/manifest.ts';
import { openPage } from '../helpers/browser.ts';
import { codeOf, commentOn } from '../helpers/code.ts';
import { call } from '../helpers/http-call.ts';
import { sessionPath } from '../helpers/paths.ts';
import { Repository, temporaryFolder } from '../helpers/repository.ts';
import { addFinding } from '../helpers/review-session.ts';
import { reviewsInBrowser } from '../helpers/reviews-in-browser.ts';
import { entry } from '../helpers/supervisor.ts';

const latin1Name = String.raw`"caf\351.toml"`;
/** Names that are valid text but could be misinterpreted on the way. */
const oddNames = [
  '"q".txt',
  ':(top)x',
  '-dash',
  ' spaces ',
  'tab\t',
  'a\nb.toml',
  'a/a/x',
  '\u202efdp',
  'x'.repeat(255),
];

/** 1,254 bytes, or 5,000 characters when quoted by git. */
const longPath = Buffer.from(Array.from({ length: 5 }, () => 'ÿ'.repeat(250)).join('/'), 'latin1');
const longName = quotePath(longPath);

let repository: Repository;
const { reviews, browser } = await reviewsInBrowser();

beforeAll(() => {
  repository = new Repository();
  repository.write('pipe', 'a pipe one day\n');
  const inside = ['-C', 'sub', '-c', 'user.name=t', '-c', 'user.email=t@e'];
  repository.write('sub/x', 'x\n');
  repository.git('init', '--quiet', 'sub');
  repository.git(...inside, 'commit', '--quiet', '--allow-empty', '--message', 'one');
  repository.commit('first');
  repository.git(...inside, 'commit', '--quiet', '--allow-empty', '--message', 'two');
  rmSync(join(repository.path, 'pipe'));
  execFileSync('mkfifo', [join(repository.path, 'pipe')]);
  execFileSync('git', ['init', '--quiet', join(repository.path, 'nested')]);
  repository.write('nested/inner.toml', 'inner = 1\n');
  symlinkSync('x'.repeat(300), join(repository.path, 'link'));
  for (const name of oddNames) repository.write(name, 'odd words\n');
  const top = Buffer.from(`${repository.path}/`);
  mkdirSync(Buffer.concat([top, longPath.subarray(0, -251)]), { recursive: true });
  writeFileSync(Buffer.concat([top, longPath]), 'far down\n');
  const path = Buffer.from(`${repository.path}/caf\u00e9.toml`, 'latin1');
  writeFileSync(path, 'coffee = 1\ncups  = 2\n');
});
afterAll(() => repository.remove());

const manifestOf = async (url: string): Promise<Manifest> => {
  let manifest: (Manifest & { preparation: { state: string } }) | undefined;
  await expect
    .poll(async () => {
      manifest = (await call(`${url}${sessionPath('getDiff')}`)).json as typeof manifest;
      return manifest?.preparation.state;
    })
    .toBe('ready');
  return manifest ?? expect.fail();
};

describe(
  'a change with names of arbitrary bytes, and with files that cannot be compared',
  { timeout: 120_000 },
  () => {
    it('can be shown, searched, commented on, annotated by tools, and named in the feedback', async () => {
      const waiting = await reviews.openAwaited(['review'], repository.path);
      const { url } = waiting.session;
      const { files } = await manifestOf(url);
      expect(new Set(files.map(({ path }) => path))).toEqual(
        new Set([latin1Name, longName, ...oddNames, 'link', 'nested/', 'pipe', 'sub']),
      );
      // The commit of a submodule is not content.
      const withContent = files.filter(
        (file) => file.newBlob !== undefined && file.kind !== 'submodule',
      );
      for (const { id, newBlob } of withContent) {
        const side = await call(`${url}${sessionPath('getDiffSide')}?id=${id}&side=new`);
        expect([newBlob, side.status]).toEqual([newBlob, 200]);
      }
      const coffee = files.find(({ path }) => path === latin1Name);
      const hits = await call(`${url}${sessionPath('searchDiff')}?q=cups`);
      expect(hits.json).toMatchObject({ hits: [[coffee?.id, 'new', 2, 0, 4]], total: 1 });

      for (const [filePath, lineStart] of [
        [latin1Name, 2],
        [longName, 1],
        ['nested/', undefined],
        ['a\nb.toml', 1],
      ] as const) {
        const place =
          lineStart === undefined ? { scope: 'file' } : { lineStart, lineEnd: lineStart };
        await addFinding(url, { source: 'lint', filePath, ...place, text: `On ${filePath}` });
      }
      const findings = await call(`${url}${sessionPath('listAnnotations')}`);
      expect(findings.json).toMatchObject({
        annotations: [latin1Name, longName, 'nested/', 'a\nb.toml'].map((filePath) => ({
          filePath,
          placement: 'in-diff',
        })),
      });

      const { page, problems } = await openPage(browser, url);
      page.setDefaultTimeout(40_000);
      const tree = page.getByRole('tree');
      await tree.getByRole('treeitem', { name: 'nested/' }).click();
      await codeOf(page, 'nested/').getByText('A nested repository.').waitFor();
      await codeOf(page, 'nested/').getByText('On nested/').waitFor();
      await tree.getByRole('treeitem', { name: 'pipe' }).click();
      await codeOf(page, 'pipe').getByText('Not a file: a pipe').waitFor();
      await tree.getByRole('treeitem', { name: 'sub' }).click();
      await codeOf(page, 'sub').getByText('This submodule has uncommitted changes').waitFor();
      await codeOf(page, 'sub').getByText('A submodule: the lines').waitFor();
      const spaces = String.raw`\u0020spaces\u0020`;
      await tree.getByRole('treeitem', { name: spaces }).click();
      await codeOf(page, spaces).getByText('odd words').waitFor();
      await tree.getByRole('treeitem', { name: latin1Name }).click();
      const code = codeOf(page, String.raw`caf\351.toml`);
      await code.getByText('coffee').waitFor();
      await code.getByText(`On ${latin1Name}`).waitFor();
      await (await commentOn(code, 1)).fill('Tea, please.');
      await page.keyboard.press('Control+Enter');
      await code.getByText('Tea, please.').waitFor();
      await page.keyboard.press('Control+Enter');
      await page.getByRole('dialog').waitFor();
      await page.keyboard.press('Control+Enter');
      const { markdown } = JSON.parse((await waiting.ended).output) as Decision;
      expect(markdown).toContain(`## \`${latin1Name}\`\n\n### 1. Must, line 1\n`);
      expect(markdown).toContain(`\`${String.raw`"a\nb.toml"`}\` line 1: [`);
      expect(problems).toEqual([]);
    });

    it('documents with such names can be shown and refreshed', async () => {
      const { path: folder, remove } = temporaryFolder('documents');
      const path = Buffer.from(`${folder}/caf\u00e9.md`, 'latin1');
      writeFileSync(path, '# Coffee\n');
      writeFileSync(join(folder, 'tea.md'), '# Tea\n');
      const { url } = await reviews.open(['document', folder]);
      const { page } = await openPage(browser, url);
      page.setDefaultTimeout(40_000);
      await page
        .getByText(String.raw`"caf\351.md"`)
        .first()
        .waitFor();
      await page.getByRole('heading', { name: 'Coffee' }).waitFor();
      writeFileSync(path, '# Espresso\n');
      await page.getByRole('button', { name: 'Refresh' }).first().click();
      await page.getByRole('heading', { name: 'Espresso' }).waitFor();
      remove();
    });

    it('a file without read permission is listed as unreadable', async () => {
      const { path: home, remove } = temporaryFolder('home');
      const own = new Repository();
      for (const name of ['kept.txt', 'tracked.txt']) own.write(name, 'words\n');
      own.commit('first');
      for (const name of ['kept.txt', 'tracked.txt', 'untracked.txt'])
        own.write(name, 'other words\n');
      for (const name of ['tracked.txt', 'untracked.txt']) chmodSync(join(own.path, name), 0);
      const galley = (...args: string[]): string => {
        const command = [process.execPath, entry('cli'), ...args];
        // Root can read everything, so these capabilities are dropped.
        if (process.getuid?.() === 0)
          command.unshift('setpriv', '--bounding-set=-dac_override,-dac_read_search');
        const [program = '', ...rest] = command;
        return execFileSync(program, rest, {
          cwd: own.path,
          env: { ...process.env, GALLEY_HOME: home },
          encoding: 'utf8',
        });
      };
      const { url } = JSON.parse(
        galley('sessions', 'open', 'review', '--no-browser', '--json'),
      ) as { url: string };
      const { files } = await manifestOf(url);
      expect(files.map(({ path, notCompared }) => [path, notCompared])).toEqual([
        ['kept.txt', undefined],
        ['tracked.txt', 'unreadable'],
        ['untracked.txt', 'unreadable'],
      ]);
      galley('supervisor', 'stop', '--force');
      own.remove();
      remove();
    });
  },
);
