import { expect, it } from 'vitest';
import { PatchIndex } from '../../../../supervisor/threads/patch/patch-index.ts';

const signsOf = (...body: string[]) => {
  const index = new PatchIndex();
  index.write(Buffer.from(['--- a/x', '+++ b/x', ...body, ''].join('\n')));
  const [file] = index.finish().files;
  return { isPointer: file?.isPointer, lineEnds: file?.lineEnds };
};

const spec = 'version https://git-lfs.github.com/spec/v1';
const [isPointer, lineEnds] = [true, 'lf'];

it.each<[string, string[], object]>([
  ['a pointer', ['@@ -1,2 +1,2 @@', ` ${spec}`, '-oid 1', '+oid 2'], { isPointer }],
  ['a new pointer', ['@@ -0,0 +1,2 @@', `+${spec}`, '+oid 2'], { isPointer }],
  ['a pointer that replaces content', ['@@ -1 +1,2 @@', '-psd', `+${spec}`, '+oid 2'], {}],
  ['an example of a pointer', ['@@ -7,2 +7,3 @@', ` ${spec}`, ' a', '+b'], {}],
  ['line ends', ['@@ -1,2 +1,2 @@', '-a\r', '-b\r', '+a', '+b'], { lineEnds }],
  ['other line ends', ['@@ -1 +1 @@', '-a', '+a\r'], { lineEnds: 'crlf' }],
  ['a patch with line ends of its own', ['@@ -1 +1 @@\r', '-a\r', '+b\r'], {}],
  ['mixed line ends', ['@@ -1,2 +1,2 @@', '-a\r', '-b', '+a', '+b'], {}],
  ['only added lines', ['@@ -1 +1,2 @@', ' a', '+b\r'], {}],
])('the first lines show %s, or do not', (_, body, expected) => {
  expect(signsOf(...body)).toEqual({ isPointer: undefined, lineEnds: undefined, ...expected });
});
