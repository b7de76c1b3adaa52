import { mkdir, symlink, truncate, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { endedAddress } from '../../shared/supervisor/control-targets.ts';
import { allViolations, openPage } from '../helpers/browser.ts';
import { decide } from '../helpers/decide.ts';
import { call } from '../helpers/http-call.ts';
import { png } from '../helpers/images.ts';
import { reviewsInBrowser } from '../helpers/reviews-in-browser.ts';

const { reviews, browser } = await reviewsInBrowser();

/** A server that nothing may reach. */
const startElsewhere = async () => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.end(png(1, 1));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { asked, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
};

const readme = (elsewhere: string) => `# Images

![Wide](img/wide.png "As drawn")

<img src="img/small.png" alt="Sized" width="40" height="20"> <img src="./img/small.png" alt="High" height="30">

[![Linked](/img/small.png)](docs/guide.md) and ![Drawing](img/drawing.svg)

- ![Out](../outside.png)
- ![Hidden](.hidden/a.png)
- ![Link](link.png)
- ![Text](text.png)
- ![Gone](gone.png)
- ![Huge](huge.png)
- <img src="${elsewhere}/a.png" alt="Elsewhere" width="9">
- ![Elsewhere, too](${elsewhere}/b.png)
`;

it('of a folder are shown, and for those that are not, the description says why', async () => {
  const elsewhere = await startElsewhere();
  const folder = join(reviews.folder, 'site');
  const files: Readonly<Record<string, string | Buffer>> = {
    'README.md': readme(elsewhere.url),
    'docs/guide.md': '# Guide\n\n![From above](../img/small.png)\n',
    'img/wide.png': png(3000, 300),
    'img/small.png': png(4, 4),
    'img/drawing.svg': `<svg xmlns="http://www.w3.org/2000/svg" width="30" height="10" onload="top.hit = 1"><script>top.hit = 2</script><image href="${elsewhere.url}/c.png" width="9" height="9"/><rect width="30" height="10"/></svg>`,
    '.hidden/a.png': png(1, 1),
    'text.png': 'Just a text.\n',
    'huge.png': png(1, 1),
    '../outside.png': png(1, 1),
  };
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  await truncate(join(folder, 'huge.png'), 17 * 1024 * 1024);
  await symlink('../outside.png', join(folder, 'link.png'));
  const { session, ended } = await reviews.openAwaited(['document', 'site']);
  const { page, problems } = await openPage(browser, session.url);

  const place = (name: string) => page.locator('.markdown .image').filter({ hasText: name });
  const image = (name: string) => place(name).locator('img');
  const naturalWidth = (name: string) =>
    image(name).evaluate((element) => (element as HTMLImageElement).naturalWidth);
  for (const [name, width] of [
    ['Wide', 3000],
    ['Sized', 4],
    ['High', 4],
    ['Linked', 4],
    ['Drawing', 30],
    ['From above', 4],
  ] as const)
    await expect.poll(() => naturalWidth(name), { message: name }).toBe(width);

  // As large as the document says, and no wider than its column.
  await expect.poll(() => image('Sized').boundingBox()).toMatchObject({ width: 40, height: 20 });
  await expect.poll(async () => (await image('High').boundingBox())?.height).toBe(30);
  const column = page.locator('.markdown p', { hasText: 'Wide' });
  const ofColumn = async () =>
    ((await image('Wide').boundingBox())?.width ?? 0) / ((await column.boundingBox())?.width ?? 1);
  await expect.poll(ofColumn).toBeCloseTo(1, 2);
  const shape = async () => {
    const wide = await image('Wide').boundingBox();
    return (wide?.width ?? 0) / (wide?.height ?? 1);
  };
  await expect.poll(shape).toBeCloseTo(10, 1);
  // What the agent reads stays there to be read.
  await page.getByText('Wide', { exact: true }).waitFor();
  await page.getByText('“As drawn”').waitFor();

  for (const [name, title] of [
    ['Out', 'outside the folder: ../outside.png'],
    ['Hidden', 'hidden file or in a hidden folder: .hidden/a.png'],
    ['Link', 'Not found in the folder, or a link: link.png'],
    ['Text', 'not an image that browsers show: text.png'],
    ['Gone', 'Not found in the folder, or a link: gone.png'],
    ['Huge', '16 MiB or 50 megapixels: huge.png'],
    ['Elsewhere', `not a local file: ${elsewhere.url}/a.png`],
  ] as const) {
    const refused = page.locator('.markdown li').getByText(name, { exact: true });
    await expect.poll(() => refused.getAttribute('title'), { message: name }).toContain(title);
    await expect.poll(() => refused.locator('img').count()).toBe(0);
  }
  expect(await page.evaluate(() => 'hit' in window)).toBe(false);
  expect(elsewhere.asked).toEqual([]);
  expect(await allViolations(page)).toEqual([]);

  // Asked for once by the image, and once for the reason.
  const refusals = () =>
    problems
      .filter((problem) => /^\d{3} /u.test(problem))
      .map((problem) => problem.replace(/ .*\//u, ' '))
      .sort();
  await expect
    .poll(refusals)
    .toEqual([
      '404 gone.png',
      '404 gone.png',
      '404 link.png',
      '404 link.png',
      '422 huge.png',
      '422 huge.png',
      '422 text.png',
      '422 text.png',
    ]);

  // The files may be others by the time that an ended review is looked at.
  await decide(page, { verdict: 'Send feedback' });
  await ended;
  const { url } = (await reviews.connect()).record;
  const address = endedAddress(url, session.id);
  const isKept = async () => (await call((await call(address)).headers.location ?? '')).status;
  await expect.poll(isKept).toBe(200);
  await page.goto(address);
  await expect
    .poll(() => place('Wide').getAttribute('title'))
    .toBe('Only shown in an open review of a file: img/wide.png');
  await expect.poll(() => page.locator('.markdown img').count()).toBe(0);
});
