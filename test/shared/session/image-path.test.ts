import { expect, it } from 'vitest';
import { imagePath } from '../../../shared/session/image-path.ts';

it.each([
  ['a.png', '', 'a.png'],
  ['./img/a.PNG', 'README.md', 'img/a.PNG'],
  ['../img/a.svg?raw=true', 'docs/guide.md', 'img/a.svg'],
  ['/img/a.png', 'docs/guide.md', 'img/a.png'],
  ['img/x%20y.png#1', 'docs/guide.md', 'docs/img/x y.png'],
  ['100%.png', 'a.md', '100%.png'],
])('the image %s of %j is at %s', (address, from, path) => {
  expect(imagePath(address, from)).toEqual({ kind: 'path', path });
});

it.each([
  ['https://a.example/b.png', 'remote'],
  ['HTTP:b.png', 'remote'],
  ['data:image/png;base64,AAAA', 'remote'],
  ['file:///etc/a.png', 'remote'],
  ['blob:a.png', 'remote'],
  ['//a.example/b.png', 'remote'],
  ['/\\a.example/b.png', 'remote'],
  ['\\\\a.example\\b.png', 'remote'],
  ['../a.png', 'outside'],
  ['/../a.png', 'outside'],
  ['img/../../a.png', 'outside'],
  ['%2e%2e/a.png', 'outside'],
  ['..%2Fa.png', 'outside'],
  ['img\\..\\a.png', 'outside'],
  ['a%00.png', 'outside'],
  ['/', 'outside'],
  ['.git/a.png', 'hidden'],
  ['img/.a.png', 'hidden'],
  ['img/%2ea.png', 'hidden'],
  ['...%2f...%2fa.png', 'hidden'],
  ['api/session', 'notAnImage'],
  ['a.png.html', 'notAnImage'],
  ['', 'notAnImage'],
  ['?a.png', 'notAnImage'],
])('%s is not shown: %s', (address, kind) => {
  expect(imagePath(address, 'README.md')).toEqual({ kind });
});

it('has no folder of its own for a document from elsewhere', () => {
  expect(imagePath('a.png', '/elsewhere/a.md')).toEqual({ kind: 'outside' });
});
