import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { pathBytes } from '../../../../shared/node/path-name.ts';
import { lineKind } from '../../../../shared/patch/hunk-lines.ts';
import { readPatchText, type TextHunk } from '../../../../shared/patch/patch-text.ts';
import { PatchIndex } from '../../../../supervisor/threads/patch/patch-index.ts';
import { nameBytes } from '../../../helpers/generated-tree.ts';
import { Repository } from '../../../helpers/repository.ts';

let repository: Repository;
beforeEach(() => {
  repository = new Repository();
  repository.git('config', 'core.protectNTFS', 'false');
  repository.git('config', 'core.protectHFS', 'false');
});
afterEach(() => repository.remove());

const lines = ['', 'a', 'b', '\r', '-- ', '--- a', '+++ b', '@@ -1 +1 @@', 'diff --git a/x b/x'];
const line = fc.constantFrom(...lines, '\\ No', 'caf\u00e9', '\u00ff\u00fe', 'x'.repeat(70_000));
/** Bytes of a text as Latin-1, with and without a line feed at its end. */
const content = fc
  .tuple(fc.array(line, { maxLength: 30 }), fc.constantFrom('', '\n'))
  .map(([lines, end]) => lines.join('\n') + (lines.length === 0 ? '' : end));

const name = nameBytes
  .map((bytes) => bytes.toString('latin1'))
  .filter((latin1) => !/^\.git/iu.test(latin1));
const changes = fc.dictionary(name, fc.tuple(content, fc.option(content)), {
  maxKeys: 6,
  noNullPrototype: true,
});

type Side = 'old' | 'new';

const linesOf = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/gu) ?? [];

/** The lines of a hunk on one side, as the file has them. */
const sideOf = ({ body }: TextHunk, side: Side): string[] => {
  const other = side === 'old' ? 'added' : 'deleted';
  return body.flatMap((text, at) => {
    const kind = lineKind(text);
    if (kind === other || kind === 'note') return [];
    const isOpen = lineKind(body[at + 1] ?? 'no line') === 'note';
    return [`${text.slice(1)}${isOpen ? '' : '\n'}`];
  });
};

/** The new content, made of the old one and the hunks. */
const patched = (old: string, hunks: readonly TextHunk[]): string => {
  const lines = linesOf(old);
  for (const hunk of [...hunks].reverse()) {
    const { oldStart, oldLines } = hunk.header;
    const at = oldLines === 0 ? oldStart : oldStart - 1;
    expect(lines.slice(at, at + oldLines)).toEqual(sideOf(hunk, 'old'));
    lines.splice(at, oldLines, ...sideOf(hunk, 'new'));
  }
  return lines.join('');
};

const pathOf = (latin1: string): Buffer =>
  Buffer.concat([Buffer.from(`${repository.path}/`), Buffer.from(latin1, 'latin1')]);

it(
  'reads out of what git writes how the new files come from the old ones',
  { timeout: 60_000 },
  () => {
    fc.assert(
      fc.property(changes, fc.integer({ min: 1, max: 5000 }), (files, partBytes) => {
        const paths = Object.keys(files);
        for (const path of paths) writeFileSync(pathOf(path), files[path]?.[0] ?? '', 'latin1');
        repository.git('add', '--all', '--force');
        repository.git('commit', '--quiet', '--allow-empty', '--message', 'old');
        for (const path of paths) rmSync(pathOf(path));
        for (const path of paths) {
          const after = files[path]?.[1] ?? undefined;
          if (after !== undefined) writeFileSync(pathOf(path), after, 'latin1');
        }
        repository.git('add', '--all', '--force');
        const args = ['diff', '--cached', '--no-renames', '--text'];
        const patch = execFileSync('git', args, { cwd: repository.path });
        const index = new PatchIndex();
        for (let at = 0; at < patch.length; at += partBytes)
          index.write(patch.subarray(at, at + partBytes));
        const { files: found, corrections } = index.finish();
        expect(corrections).toEqual([]);
        const left = new Map(Object.entries(files));
        for (const { path, offset, bytes, status } of found) {
          const key = pathBytes(path).toString('latin1');
          const [before, after] = left.get(key) ?? expect.fail(path);
          const read = readPatchText(patch.toString('latin1', offset, offset + bytes));
          if (read.kind === 'invalid') expect.fail(`${read.reason} ${read.line}`);
          expect(patched(before, read.kind === 'hunks' ? read.hunks : [])).toBe(after ?? '');
          expect(status).toBe(after === null ? 'deleted' : 'modified');
          left.delete(key);
        }
        for (const [before, after] of left.values()) expect(after).toBe(before);
      }),
      { numRuns: 60 },
    );
  },
);
