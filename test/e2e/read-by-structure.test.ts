import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openNewPage, openPage, seriousViolations } from '../helpers/browser.ts';
import { codeOf } from '../helpers/code.ts';
import { holdRequests } from '../helpers/hold-requests.ts';
import { Repository } from '../helpers/repository.ts';
import { addFinding, sharedReview } from '../helpers/review-session.ts';
import { sessionPath } from '../helpers/paths.ts';
import { reviewsInBrowser } from '../helpers/reviews-in-browser.ts';

const apart = (name: string): string =>
  Array.from({ length: 20 }, (_, at) => `export const ${name}${at} = ${at};\n`).join('');

let repository: Repository;
const { reviews, browser } = await reviewsInBrowser();

beforeAll(() => {
  repository = new Repository();
  const write = (isAfter: boolean): void => {
    const [more, value] = isAfter ? [`import more from 'more';\n`, 2] : ['', 1];
    const loose = isAfter
      ? 'const loose = () =>\n  [needle];\n'
      : 'const loose = () => [needle];\n';
    repository.write('a/notes.md', `${value}\n`);
    repository.write('b/small.ts', `export const small = () => ${value};\n`);
    repository.write('c/formatted.ts', loose);
    repository.write('d/made.ts', `// @generated\nexport const made = ${value};\n`);
    repository.write(
      'e/large.ts',
      `import one from 'one';\n${more}${apart('first')}` +
        `export const one = () => ${value};\nexport const two = () => ${value};\n` +
        `${apart('second')}${loose}${apart('third')}`,
    );
  };
  write(false);
  repository.commit('first');
  write(true);
});
afterAll(() => repository.remove());

/** The review of the first change. */
const share = sharedReview(() => reviews.open(['review'], repository.path));

/** Imports by the endings of files: one before, and another one after. */
const importsOf: Readonly<Record<string, readonly [before: string, after: string]>> = {
  c: ['#include <stdio.h>', '#include <stdlib.h>'],
  cpp: ['#include <vector>', '#include <map>'],
  dart: ["import 'dart:io';", "import 'dart:async';"],
  go: ['import "fmt"', 'import "os"'],
  jsx: ["import React from 'react';", "import { Fragment } from 'react';"],
  kt: ['import a.B', 'import a.C'],
  mjs: ["import { join } from 'node:path';", "import { sep } from 'node:path';"],
  php: ['use A\\B;', 'use A\\C;'],
  py: ['import os', 'from sys import argv'],
  rb: ["require 'json'", "require_relative 'b'"],
  rs: ['use std::io;', 'use std::fs;'],
  swift: ['import Foundation', 'import UIKit'],
  tsx: ["import React from 'react';", "import * as React from 'react';"],
  cs: ['using System;', 'using System.Text;'],
  java: ['import a.B;', 'import a.C;'],
};

const choose = async (page: Page, command: string): Promise<void> => {
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('dialog').getByRole('combobox').fill(command);
  const saved = page.waitForResponse((answer) =>
    answer.url().endsWith(sessionPath('changeConfig')),
  );
  await page.getByRole('option', { name: command }).click();
  // It is kept for the pages of other tests, too.
  await saved;
};

/** Records whether a text was ever drawn, even for one frame. */
const watchFor = async (page: Page, text: string): Promise<() => Promise<boolean>> => {
  await page.addInitScript((wanted) => {
    const look = () => {
      for (const { shadowRoot } of document.querySelectorAll('.diff-view *'))
        if (shadowRoot?.textContent.includes(wanted) === true)
          document.documentElement.dataset['wasDrawn'] = '';
      requestAnimationFrame(look);
    };
    look();
  }, text);
  return () => page.evaluate(() => 'wasDrawn' in document.documentElement.dataset);
};

it('folds imports before the first code is drawn', { timeout: 90_000 }, async () => {
  const { url } = await share();
  const { page, problems } = await openNewPage(browser, 'about:blank', {
    viewport: { width: 1440, height: 1100 },
  });
  const wasDrawn = await watchFor(page, "from 'more'");
  let release: (() => void) | undefined;
  const isReleased = new Promise<void>((resolve) => (release = resolve));
  await holdRequests(page, '/fold-imports*', async (request) => {
    await isReleased;
    await request.proceed();
  });
  const patch = page.waitForResponse(/api\/diff\/file\?/u);
  await page.goto(url);
  await (await patch).finished();
  release?.();
  const imports = page.getByRole('button', { name: '1 line of imports · Show' });
  await imports.waitFor();
  expect(await wasDrawn()).toBe(false);

  // A finding on such a line shows it, and so does a comment that comes back.
  await addFinding(url, {
    source: 'lint',
    filePath: 'e/large.ts',
    lineStart: 2,
    lineEnd: 2,
    text: 'Unused import.',
  });
  await page.locator('.diff-finding', { hasText: 'Unused import.' }).waitFor();
  await expect.poll(() => imports.count()).toBe(0);
  await expect.poll(wasDrawn).toBe(true);

  // The setting shows them, and is kept.
  await choose(page, 'Fold imports');
  await page.reload();
  await codeOf(page, 'large.ts').getByText("'more'").first().waitFor();
  expect(await imports.count()).toBe(0);
  await choose(page, 'Fold imports');
  expect(problems).toEqual([]);
});

it('folds what is trivial, and orders files by what has changed', { timeout: 90_000 }, async () => {
  const { url } = await share();
  const { page, problems } = await openPage(browser, url, {
    viewport: { width: 1440, height: 1100 },
  });
  const imports = page.getByRole('button', { name: '1 line of imports · Show' });
  const formatting = page.getByRole('button', { name: '2 lines only reformatted · Show' });
  const added = (text: string) =>
    page.locator('[data-line-type="change-addition"]', { hasText: text });
  await imports.waitFor();
  await page.getByText('Generated').waitFor();
  expect(await added("from 'more'").count()).toBe(0);
  expect(await formatting.count()).toBe(0);

  // What is folded says so, and is shown on request.
  await choose(page, 'Fold formatting');
  await Promise.all([imports.waitFor(), formatting.first().waitFor()]);
  await expect.poll(() => formatting.count()).toBe(2);
  await page.getByText('Generated').waitFor();
  await expect.poll(() => added("from 'more'").count()).toBe(0);
  await expect.poll(() => added('=> 2').count()).toBe(3);
  await expect.poll(() => added('[needle]').count()).toBe(0);
  expect(await seriousViolations(page)).toEqual([]);
  await imports.click();
  await added("from 'more'").waitFor();
  await expect.poll(() => imports.count()).toBe(0);

  // A search leads into it, and so does a finding.
  await page.keyboard.press('/');
  await page.keyboard.type('needle');
  await page.keyboard.press('Enter');
  await added('[needle]').first().waitFor();
  await expect.poll(() => formatting.count()).toBe(1);
  await addFinding(url, {
    source: 'lint',
    filePath: 'e/large.ts',
    lineStart: 46,
    lineEnd: 46,
    text: 'What is unfolded.',
  });
  await page.locator('.diff-finding', { hasText: 'What is unfolded.' }).waitFor();
  await expect.poll(() => formatting.count()).toBe(0);

  // The order, and back.
  const order = () =>
    page
      .locator('.diff-view [data-file-id]')
      .evaluateAll((headers) =>
        headers.map(({ textContent }) => /\w+\.(?:md|ts)/u.exec(textContent)?.[0]),
      );
  const byPath = ['notes.md', 'small.ts', 'formatted.ts', 'made.ts', 'large.ts'];
  await expect.poll(order).toEqual(byPath);
  await choose(page, 'Order files by structure');
  await expect.poll(order).toEqual(['large.ts', 'small.ts', 'notes.md', 'formatted.ts', 'made.ts']);
  await choose(page, 'Order files by structure');
  await expect.poll(order).toEqual(byPath);
  // What was shown on request stays so.
  await added("from 'more'").waitFor();
  await choose(page, 'Fold formatting');
  await choose(page, 'Fold formatting');
  await formatting.first().waitFor();
  await choose(page, 'Fold formatting');
  await expect.poll(() => formatting.count()).toBe(0);
  await choose(page, 'Fold imports');
  await choose(page, 'Fold imports');
  await imports.waitFor();
  // A search leads into folded imports and generated files as well, and so does going to a finding.
  const search = async (text: string) => {
    await page.keyboard.press('/');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(text);
    await page.keyboard.press('Enter');
  };
  await search("from 'more'");
  await added("from 'more'").waitFor();
  await expect.poll(() => imports.count()).toBe(0);
  const made = codeOf(page, 'made.ts');
  expect(await made.getByText('@generated').count()).toBe(0);
  for (const text of ['Generated', '+1', '−1'])
    await made.getByText(text, { exact: true }).waitFor();
  await search('made = 2');
  await made.getByText('@generated').first().waitFor();
  await made.getByRole('button', { name: 'Collapse d/made.ts' }).click();
  await expect.poll(() => made.getByText('@generated').count()).toBe(0);
  await addFinding(url, {
    source: 'lint',
    filePath: 'd/made.ts',
    lineStart: 2,
    lineEnd: 2,
    text: 'Made by hand?',
  });
  await made.getByText('finding', { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await expect
    .poll(async () => {
      await page.keyboard.press('n');
      return made.getByText('Made by hand?').count();
    })
    .toBe(1);
  // Nothing is hidden on paper.
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await expect.poll(() => page.locator('.printout').innerText()).toContain("from 'more'");
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  expect(problems).toEqual([]);
});

it('folds the imports of every language that it knows', { timeout: 90_000 }, async () => {
  const write = (isAfter: boolean) => {
    for (const [ending, [before, after]] of Object.entries(importsOf))
      repository.write(`f/${ending}.${ending}`, `first\n${isAfter ? after : before}\n`);
  };
  repository.git('stash', '--quiet');
  write(false);
  // A line alone does not tell here.
  repository.write('f/lua.lua', "require 'one'\n");
  repository.commit('many languages');
  write(true);
  repository.write('f/lua.lua', "require 'two'\n");
  const { url } = await reviews.open(['review'], repository.path);
  const { page, problems } = await openPage(browser, url, {
    viewport: { width: 1440, height: 3000 },
  });
  await codeOf(page, 'lua.lua').getByText("require 'two'").waitFor();
  for (const [ending, [, after]] of Object.entries(importsOf)) {
    const code = codeOf(page, `${ending}.${ending}`);
    await code.getByRole('button', { name: '1 line of imports · Show' }).waitFor();
    expect(await code.getByText(after).count(), ending).toBe(0);
  }
  expect(problems).toEqual([]);
});
