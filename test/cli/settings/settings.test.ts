import { describe, expect, it } from 'vitest';
import { parseKey, parseValue, settingNames } from '../../../cli/settings/settings.ts';

describe('the key of a setting', () => {
  it.each([
    ['theme', { name: 'theme', part: undefined }],
    ['limits.streams', { name: 'limits', part: 'streams' }],
    ['keys.next-file', { name: 'keys', part: 'next-file' }],
  ])('%s', (key, expected) => {
    expect(parseKey(key)).toEqual(expected);
  });

  it.each([
    '',
    'nothing',
    'limits.nothing',
    'theme.x',
    'limits.',
    '__proto__',
    'keys.',
    'toString',
  ])('%j is refused with the list of settings', (key) => {
    expect(() => parseKey(key)).toThrow(/The settings are: theme, /u);
  });

  it('is among the names', () => {
    for (const name of settingNames()) expect(() => parseKey(name)).not.toThrow();
  });
});

describe('the value of a setting', () => {
  it.each([
    ['warmWorkers', '3', 3],
    ['wrapLines', 'true', true],
    ['browser', 'firefox', 'firefox'],
    ['browser', '42', '42'],
    ['theme', 'dark', 'dark'],
    ['theme', '"dark"', 'dark'],
    ['limits.streams', '128', 128],
    ['keys', '{"next-file":"j"}', { 'next-file': 'j' }],
    ['keys.next-file', 'j', 'j'],
  ])('%s %s', (key, text, expected) => {
    expect(parseValue(parseKey(key), text)).toEqual(expected);
  });

  it.each([
    ['warmWorkers', 'many'],
    ['warmWorkers', '17'],
    ['theme', 'pink'],
    ['limits.streams', '0'],
    ['wrapLines', '1'],
  ])('%s %s is refused with what is valid', (key, text) => {
    expect(() => parseValue(parseKey(key), text)).toThrow(
      `${text} is not a valid value for ${key}: `,
    );
  });
});
