import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { numbered, opened, ours, stateOf, text, theirs } from './copies.ts';

describe('suggestions', () => {
  const suggestion = (
    path: string,
    [first, last]: [number, number],
    code: [string | undefined, string],
  ) => ({
    path,
    first,
    last,
    ...(code[0] === undefined ? {} : { originalCode: code[0] }),
    suggestedCode: code[1],
  });

  it('are applied where their code still stands, with the line ends of the file, and undone', async () => {
    const before = stateOf(ours);
    const { apply, undo, list } = await opened('staged');
    const { changes, refused } = await apply([
      suggestion('crlf.txt', [2, 3], ['line 2\nline 3\n', 'two\nand a half\nthree']),
      suggestion('crlf.txt', [5, 5], ['five', 'fifth']),
      suggestion('crlf.txt', [3, 4], ['line 3\nline 4', 'x']),
      suggestion('crlf.txt', [7, 7], ['line 8', 'x']),
      suggestion('tail.txt', [3, 3], ['three', 'four']),
      suggestion('a.txt', [1, 2], ['line 1\nline 2', '']),
      // It is not shown, so nobody knows what it should replace.
      suggestion('run.sh', [1, 1], [undefined, 'x']),
      suggestion('nothing.txt', [1, 1], ['one', 'x']),
      suggestion('.git/config', [1, 1], ['[core]', 'x']),
      suggestion('link', [1, 1], ['#!/bin/sh', 'x']),
      suggestion('../outside.txt', [1, 1], ['one', 'x']),
    ]);
    expect(refused.map(({ index }) => index)).toEqual([2, 3, 6, 7, 8, 9, 10]);
    const read = (path: string) => readFileSync(join(ours, path), 'utf8');
    expect(read('crlf.txt')).toBe(
      text(
        ['line 1', 'two', 'and a half', 'three', 'line 4', 'fifth', ...numbered(9).slice(5)],
        '\r\n',
      ),
    );
    expect(read('tail.txt')).toBe('one\ntwo\nfour');
    expect(read('a.txt')).toBe(
      readFileSync(join(theirs, 'a.txt'), 'utf8').replace('line 1\nline 2\n', ''),
    );
    expect(await list()).toHaveLength(3);
    for (const { id } of changes) await undo(id);
    expect(stateOf(ours)).toEqual(before);
  });

  it('need no original code where the file is as it is shown', async () => {
    const { apply } = await opened('unstaged');
    const wanted = suggestion('run.sh', [2, 2], [undefined, 'echo 3']);
    expect(await apply([wanted])).toMatchObject({ refused: [] });
    expect(readFileSync(join(ours, 'run.sh'), 'utf8')).toBe('#!/bin/sh\necho 3\n');
    // Now it is not.
    expect(await apply([wanted])).toMatchObject({ changes: [], refused: [{ index: 0 }] });
  });

  it('leave a byte order mark where it is, unless they replace it', async () => {
    const path = join(ours, 'tail.txt');
    writeFileSync(path, '\uFEFFone\ntwo\n');
    const { apply } = await opened('unstaged');
    for (const [originalCode, suggestedCode, made] of [
      ['one', 'uno', '\uFEFFuno\ntwo\n'],
      ['uno\ntwo', 'two', '\uFEFFtwo\n'],
      ['\uFEFFtwo', 'two', 'two\n'],
    ] as const) {
      const last = originalCode.split('\n').length;
      await apply([suggestion('tail.txt', [1, last], [originalCode, suggestedCode])]);
      expect(readFileSync(path, 'utf8')).toBe(made);
    }
  });
});
