import { appendFileSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { LogTail } from '../../../cli/sessions/log-tail.ts';

let folder = '';
let path = '';
let tail: LogTail;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'galley-log-'));
  path = join(folder, 'x.log');
  tail = new LogTail(path);
});
afterEach(() => {
  tail.close();
  rmSync(folder, { recursive: true });
});

it('reads nothing without a file, and everything once there is one', () => {
  expect(tail.read()).toEqual([]);
  appendFileSync(path, 'a\nb\n');
  expect(tail.read()).toEqual(['a', 'b']);
  expect(tail.read()).toEqual([]);
});

it('holds back partial lines and characters', () => {
  const bytes = Buffer.from('über\n');
  appendFileSync(path, bytes.subarray(0, 1));
  expect(tail.read()).toEqual([]);
  appendFileSync(path, bytes.subarray(1));
  expect(tail.read()).toEqual(['über']);
});

it('loses no line when the file is rotated between two reads', () => {
  appendFileSync(path, 'a\n');
  expect(tail.read()).toEqual(['a']);
  appendFileSync(path, 'b\n');
  renameSync(path, `${path}.1`);
  appendFileSync(path, 'c\n');
  expect(tail.read()).toEqual(['b', 'c']);
  appendFileSync(path, 'd\n');
  expect(tail.read()).toEqual(['d']);
});
