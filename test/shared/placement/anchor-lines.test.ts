import { describe, expect, it } from 'vitest';
import {
  anchoredLines,
  anchorLines,
  findCode,
  quotedLines,
} from '../../../shared/placement/anchor-lines.ts';
import { maxWork } from '../../../shared/placement/place-approximately.ts';
import { growth, linear } from '../../helpers/cpu-time.ts';
import { finish } from '../../helpers/finish.ts';

const lines = (...texts: string[]) => new Map(texts.map((text, at) => [at + 1, text]));

describe('code in another version of a file', () => {
  it.each([
    ['where it was', lines('a', 'b', 'c'), 'b', 2, 2],
    ['further down', lines('new', 'new', 'a', 'b'), 'b', 2, 4],
    ['over several lines', lines('x', 'a', 'b', 'a', 'c'), 'a\nc', 2, 4],
    ['behind a part of itself', lines('a', 'a', 'a', 'b'), 'a\na\nb', 1, 2],
    ['the nearest one', lines('}', 'x', '}', 'x', '}'), '}', 4, 3],
    ['with other line ends', lines('a', 'b'), 'b\r\n', 1, 2],
    ['not over a gap', new Map([...lines('a'), [9, 'b']] as const), 'a\nb', 1, undefined],
    ['that is gone', lines('a', 'c'), 'b', 2, undefined],
    ['that is not known', lines('a'), undefined, 1, undefined],
  ])('is found %s', (_, there, code, lineStart, expected) => {
    expect(findCode(there, { code, lineStart })).toBe(expected);
  });

  it('is not matched to far-away code if there are several matches', () => {
    const far = new Map([...lines('a'), [900, '}'], [950, '}']] as const);
    expect(findCode(far, { code: '}', lineStart: 2 })).toBeUndefined();
    expect(findCode(new Map([[900, 'only here']]), { code: 'only here', lineStart: 2 })).toBe(900);
  });

  it('is searched in linear time, whatever repeats', async () => {
    const ratio = await growth(4096, (size) => {
      const there = new Map(Array.from({ length: size }, (_, at) => [at + 1, 'same']));
      const code = `${'same\n'.repeat(size / 4)}other`;
      return () => findCode(there, { code, lineStart: 1 });
    });
    expect(ratio).toBeLessThan(linear);
  });
});

const before = lines(
  'export const first = 1;',
  'const total = sum(values, first);',
  'return total;',
  'export const last = 9;',
);

describe('code that occurs often', () => {
  const braces = lines('one {', '}', 'two {', '}', 'three {', '}');
  const find = (
    after: ReadonlyMap<number, string>,
    { from = braces, line = 4 }: { from?: ReadonlyMap<number, string>; line?: number } = {},
  ) => {
    const quoted = { lineStart: line, lineEnd: line, code: from.get(line) };
    return finish(anchorLines(quoted, { before: from, after }, { steps: maxWork }));
  };
  const exactly = (line: number) => ({
    kind: 'exact',
    place: { lineStart: line, lineEnd: line },
  });

  it('moves with its neighbours', () => {
    expect(find(lines('zero {', '}', ...braces.values()))).toEqual(exactly(6));
    expect(find(lines('zero {', '}', 'two {', 'new', '}', 'new', 'three {', '}'))).toEqual(
      exactly(5),
    );
  });

  const functions = (...names: readonly string[]) =>
    lines(...names.flatMap((name) => [`${name}() {`, `  log('${name}');`, '  return a;', '}']));

  it('is gone with its neighbours, though others like it stay', () => {
    const from = functions('f1', 'f2', 'f3', 'f4');
    for (const line of [11, 12]) {
      expect(find(functions('f1', 'f2', 'f4'), { from, line })).toMatchObject({ kind: 'unplaced' });
      expect(find(functions('f1', 'f2'), { from, line })).toMatchObject({ kind: 'unplaced' });
      expect(find(functions('f0', 'f1', 'f3', 'f4'), { from, line })).toEqual(exactly(line));
    }
    // What is new may be it, or not.
    expect(find(functions('f1', 'f2', 'f4', 'f5'), { from, line: 11 })).toEqual({
      kind: 'approximate',
      place: { lineStart: 15, lineEnd: 15 },
    });
  });

  it('moves with a part of its lines that is unique', () => {
    const from = functions('f1', 'f2', 'f3');
    const quoted = { lineStart: 5, lineEnd: 8, code: [...from.values()].slice(4, 8).join('\n') };
    const after = functions('f1', 'f3', 'f2');
    const found = finish(anchorLines(quoted, { before: from, after }, { steps: maxWork }));
    expect(found).toEqual({ kind: 'exact', place: { lineStart: 9, lineEnd: 12 } });
  });

  it('is at an approximate place where nothing is known of its neighbours', () => {
    const at = (quoted: object) =>
      finish(
        anchorLines(
          { lineStart: 3, lineEnd: 3, code: '  return a;', ...quoted },
          { before: undefined, after: functions('f1', 'f2') },
          { steps: maxWork },
        ),
      );
    expect(at({})).toEqual({ kind: 'approximate', place: { lineStart: 3, lineEnd: 3 } });
    expect(at({ code: 'f2() {' })).toEqual(exactly(5));
    // It may be another one.
    expect(at({ code: 'f2() {', isOutdated: true })).toMatchObject({ kind: 'approximate' });
    expect(at({ isOutdated: true })).toEqual({ kind: 'unplaced', was: '  return a;' });
  });
});

/** Where the second and third line are in another version. */
const anchor = (after: ReadonlyMap<number, string>, code = `${before.get(2)}\n${before.get(3)}`) =>
  finish(anchorLines({ lineStart: 2, lineEnd: 3, code }, { before, after }, { steps: maxWork }));

describe('anchored lines', () => {
  it('follow the same code wherever it moves', () => {
    expect(anchor(lines('new', 'new', ...before.values()))).toEqual({
      kind: 'exact',
      place: { lineStart: 4, lineEnd: 5 },
    });
  });

  it.each([
    ['indented', ['  const total = sum(values, first);', '  return total;']],
    ['with a line between', ['const total = sum(values, first);', 'log();', 'return total;']],
    ['with another name', ['const total = sum(values, begin);', 'return total;']],
  ])('match nearly the same code: %s', (_, changed) => {
    const after = lines('// Above.', 'export const first = 1;', ...changed, 'of all();');
    expect(anchor(after)).toEqual({
      kind: 'approximate',
      place: { lineStart: 3, lineEnd: 2 + changed.length },
    });
  });

  it('are not matched to code that was next to them before', () => {
    const items = ['item(11);', 'item(12);', 'item(13);', 'item(24);', 'done();'];
    const from = lines(...items);
    const find = (...after: string[]) =>
      finish(
        anchorLines(
          { lineStart: 2, lineEnd: 3, code: 'item(12);\nitem(13);' },
          { before: from, after: lines(...after) },
          { steps: maxWork },
        ),
      );
    expect(find('item(11);', 'item(24);', 'done();')).toMatchObject({ kind: 'unplaced' });
    expect(find('item(11);', 'item(12);', 'item(23);', 'item(24);', 'done();')).toEqual({
      kind: 'approximate',
      place: { lineStart: 2, lineEnd: 3 },
    });
  });

  it('are what replaced the code between the same neighbours', () => {
    const after = lines(
      '// Above.',
      'export const first = 1;',
      'return 7;',
      'export const last = 9;',
    );
    expect(anchor(after)).toEqual({ kind: 'replaced', place: { lineStart: 3, lineEnd: 3 } });
  });

  it.each([
    ['nothing stands between them', lines('export const first = 1;', 'export const last = 9;')],
    ['a neighbour is gone', lines('export const first = 1;', 'return 7;')],
    [
      'a neighbour stands there twice',
      lines(...[...before.values()].toSpliced(1, 2, 'return 7;'), 'export const last = 9;'),
    ],
    [
      'they have changed their order',
      lines('export const last = 9;', 'return 7;', 'export const first = 1;'),
    ],
    [
      'much more stands between them',
      lines(
        'export const first = 1;',
        ...Array.from({ length: 40 }, (_, at) => `${at}`),
        'export const last = 9;',
      ),
    ],
  ])('are nowhere if %s', (_, after) => {
    const was = `${before.get(2)}\n${before.get(3)}`;
    expect(anchor(after)).toEqual({ kind: 'unplaced', was });
  });
});

describe('an annotation on lines', () => {
  const comment = { filePath: 'a.ts', lineStart: 3, lineEnd: 4, text: 'words' };
  const place = { lineStart: 7, lineEnd: 8 };

  it('moves with them, is marked if they have changed, and keeps its lines if they are gone', () => {
    expect(anchoredLines(comment, { kind: 'exact', place })).toEqual({ ...comment, ...place });
    const near = anchoredLines(comment, { kind: 'approximate', place });
    expect(near).toEqual({ ...comment, ...place, isApproximate: true });
    expect(anchoredLines(comment, { kind: 'replaced', place })).toEqual(near);
    const outdated = anchoredLines(near, { kind: 'unplaced', was: 'x' });
    expect(outdated).toEqual({ ...comment, ...place, isOutdated: true });
    expect(anchoredLines(outdated, { kind: 'exact', place })).toEqual({ ...comment, ...place });
  });

  it('is quoted with file, side and lines; a file or general one has no quote', () => {
    expect(quotedLines({ filePath: 'a.ts', lineStart: 3 }, 'x')).toEqual({
      filePath: 'a.ts',
      side: 'new',
      lineStart: 3,
      lineEnd: 3,
      code: 'x',
      isOutdated: false,
      isApproximate: false,
    });
    expect(quotedLines({ filePath: 'a.ts' }, undefined)).toBeUndefined();
    expect(quotedLines({}, undefined)).toBeUndefined();
  });
});
