import { describe, expect, it } from 'vitest';
import { plainLine, plainText, safeJson } from '../../../cli/output/plain-text.ts';

describe('untrusted text for a terminal', () => {
  it.each([
    ['plain text', 'plain text'],
    ['tabs\tand\nlines stay', 'tabs\tand\nlines stay'],
    ['Grüße, 日本語, 👩‍👧', 'Grüße, 日本語, 👩‍👧'],
    ['\u001B[31mred\u001B[0m', 'red'],
    ['\u001B[2J\u001B[1;1Hgone', 'gone'],
    ['\u001B]8;;http://evil.example\u0007link\u001B]8;;\u0007', 'link'],
    ['\u001B]52;c;cm0gLXJm\u001B\\clipboard', 'clipboard'],
    ['\u001B]0;title without an end', ''],
    ['one \u001B]0;left open\nthe next line', 'one \nthe next line'],
    ['\u009B31mC1\u009Bm', 'C1'],
    ['\u009D52;c;x\u009CC1 string', 'C1 string'],
    ['\u001BPq#0\u001B\\sixel', 'sixel'],
    ['\u001B(Bcharset', 'charset'],
    ['\u001Bcreset', 'reset'],
    ['a\u0007b\bc\u007Fd', 'abcd'],
    ['over\rwritten', 'overwritten'],
    ['dos\r\nlines', 'dos\nlines'],
    ['safe\u202Etxt.exe\u2066\u2069', 'safetxt.exe'],
    ['one\u2028 line\u2029', 'one line'],
    ['\u001B', ''],
    ['\u001B\u001B[31mtwice', 'twice'],
  ])('%j becomes %j', (text, expected) => {
    expect(plainText(text)).toBe(expected);
  });

  it('takes linear time for many sequence starts', () => {
    for (const begin of ['\u009D', '\u0090', '\u001B]', '\u009B', '\u001B[0'])
      expect(plainText(`${begin.repeat(1_000_000)}\u001BA`)).toBe('');
  });

  it('is reduced to one line where required', () => {
    expect(plainLine('  a\n\tb \u001B[31m c\r\nd ')).toBe('a b c d');
  });
});

describe('JSON for a terminal', () => {
  it('has every control character escaped and the same meaning', () => {
    const value = Array.from({ length: 0x20_80 }, (_, code) => String.fromCharCode(code)).join('');
    const text = safeJson(JSON.stringify({ [value]: value }));
    expect(text).toMatch(
      /^[ -~\u00a0-\u061b\u061d-\u200d\u2010-\u2027\u202f-\u2065\u206a-\u207f]*$/u,
    );
    expect(JSON.parse(text)).toEqual({ [value]: value });
  });
});
