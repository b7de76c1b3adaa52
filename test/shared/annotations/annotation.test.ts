import { describe, expect, test } from 'vitest';
import { annotationInput, mergeAnnotation } from '../../../shared/annotations/annotation.ts';
import { defaultLimits } from '../../../shared/annotations/limits.ts';
import { quotePath } from '../../../shared/node/path-name.ts';

const plan = annotationInput('plan', defaultLimits);
const review = annotationInput('review', defaultLimits);
const lines = { source: 's', filePath: 'a', lineStart: 1, lineEnd: 2, text: 't' };

describe('annotationInput', () => {
  test('fills in the defaults and drops unknown fields', () => {
    expect(plan.parse({ source: 's', text: 't', id: 'x', blockId: 'y' })).toEqual({
      source: 's',
      text: 't',
      type: 'GLOBAL_COMMENT',
    });
    expect(review.parse({ ...lines, placement: 'in-diff' })).toEqual({
      ...lines,
      scope: 'line',
      side: 'new',
      type: 'comment',
    });
  });

  test('drops fields that the scope does not use', () => {
    expect(review.parse({ ...lines, scope: 'general' })).not.toHaveProperty('filePath');
    const file = review.parse({ ...lines, scope: 'file' });
    expect(file).toHaveProperty('filePath', 'a');
    expect(file).not.toHaveProperty('lineStart');
  });

  test('lists all issues at once', () => {
    const result = review.safeParse({ source: '', lineStart: '1', side: 'left' });
    expect(result.error?.issues.map(({ path }) => path[0])).toEqual(
      expect.arrayContaining(['source', 'lineStart', 'side']),
    );
  });
});

describe.each([
  ['plan', plan, { source: 's', text: 't' }],
  ['review', review, lines],
] as const)('the rule of a finding on a %s', (_, input, finding) => {
  const rule = { severity: 'warning', rule: 'R1', url: 'https://example.org/R1?a=b#c' };

  test('is stored as sent', () => {
    expect(input.parse({ ...finding, ...rule })).toMatchObject(rule);
    expect(input.parse(finding)).not.toHaveProperty('severity');
  });

  test.each([
    ['severity', 'fatal'],
    ['rule', 'r'.repeat(201)],
    ['url', 'javascript:alert(1)'],
    ['url', ' javascript:alert(1)'],
    ['url', 'data:text/html,x'],
    ['url', 'file:///etc/passwd'],
    ['url', '/rules/R1'],
    ['url', `https://example.org/${'u'.repeat(2000)}`],
  ])('rejects %s such as %j', (field, value) => {
    const { error } = input.safeParse({ ...finding, [field]: value });
    expect(error?.issues.map(({ path }) => path[0])).toEqual([field]);
  });
});

describe('the length of a filePath', () => {
  const isTaken = (filePath: string): boolean => review.safeParse({ ...lines, filePath }).success;

  test.each([
    ['ordinary', 'a'],
    ['not ASCII', 'é'],
    ['two units each', '😀'],
  ])('is counted in characters: %s', (_, character) => {
    expect(isTaken(character.repeat(4096))).toBe(true);
    expect(isTaken(character.repeat(4097))).toBe(false);
  });

  test.each([
    ['no UTF-8', 0xff],
    ['control characters', 1],
    ['line breaks', 10],
    ['quotation marks', 34],
    ['backslashes', 92],
  ])('is counted in bytes if quoted as by git: %s', (_, byte) => {
    const quoted = (length: number) => quotePath(Buffer.alloc(length, byte));
    expect(isTaken(quoted(4096))).toBe(true);
    expect(isTaken(quoted(4097))).toBe(false);
  });

  test('is reported with all other issues', () => {
    const { error } = review.safeParse({ ...lines, filePath: 'a'.repeat(4097), source: '' });
    expect(error?.issues.map(({ path }) => path[0]).toSorted()).toEqual(['filePath', 'source']);
  });
});

describe('mergeAnnotation', () => {
  const stored = {
    id: 'i',
    source: 's',
    text: 't',
    author: 'a',
    type: 'GLOBAL_COMMENT',
    placement: 'document',
  };

  test.each([
    ['a field', { text: 'u' }, { source: 's', text: 'u', author: 'a', type: 'GLOBAL_COMMENT' }],
    ['null', { author: null }, { source: 's', text: 't', type: 'GLOBAL_COMMENT' }],
    ['nothing', {}, { source: 's', text: 't', author: 'a', type: 'GLOBAL_COMMENT' }],
    [
      'unknown fields',
      { id: 'x', placement: 'exact', zzz: 1 },
      { source: 's', text: 't', author: 'a', type: 'GLOBAL_COMMENT' },
    ],
    [
      'a prototype',
      JSON.parse('{"__proto__":{"text":"p"}}'),
      { source: 's', text: 't', author: 'a', type: 'GLOBAL_COMMENT' },
    ],
  ])('merges %s', (_, patch, expected) => {
    const merged = mergeAnnotation('plan', stored, patch);
    expect(merged).toEqual(expected);
    expect(Object.getPrototypeOf(merged)).toBe(Object.prototype);
  });

  test('removing a required field makes the result invalid', () => {
    expect(plan.safeParse(mergeAnnotation('plan', stored, { text: null })).success).toBe(false);
  });
});
