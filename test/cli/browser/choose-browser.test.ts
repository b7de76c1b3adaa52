import { describe, expect, it } from 'vitest';
import { chooseBrowser, splitWords, withAddress } from '../../../cli/browser/choose-browser.ts';

const none = { flag: undefined, setting: '', variable: undefined, hasDisplay: true } as const;

describe('the choice of a browser', () => {
  it.each([
    ["the system's where there is a display", none, { kind: 'system' }],
    ['none without a display', { ...none, hasDisplay: false }, { kind: 'none' }],
    [
      '$BROWSER, even without a display',
      { ...none, variable: 'lynx', hasDisplay: false },
      { kind: 'command', command: 'lynx', args: [] },
    ],
    [
      'the setting before $BROWSER',
      { ...none, setting: 'firefox -P work', variable: 'lynx' },
      { kind: 'command', command: 'firefox', args: ['-P', 'work'] },
    ],
    ['never by the setting', { ...none, setting: 'none', variable: 'lynx' }, { kind: 'none' }],
    ['none by the flag', { ...none, flag: false, setting: 'firefox' } as const, { kind: 'none' }],
    [
      'the flag before all',
      { ...none, flag: 'w3m', setting: 'none', variable: 'lynx' },
      { kind: 'command', command: 'w3m', args: [] },
    ],
    ['an empty $BROWSER as none given', { ...none, variable: ' ' }, { kind: 'system' }],
  ] as const)('%s', (_, wishes, expected) => {
    expect(chooseBrowser(wishes)).toEqual(expected);
  });

  it('keeps quoted words together and runs no shell', () => {
    expect(splitWords(`open -a "Google Chrome" --x='a b'c ; rm $(x)`)).toEqual([
      'open',
      '-a',
      'Google Chrome',
      '--x=a bc',
      ';',
      'rm',
      '$(x)',
    ]);
  });

  it('puts the address in place of %s, else at the end', () => {
    expect(withAddress(['--url=%s', '-n'], 'http://x/$&')).toEqual(['--url=http://x/$&', '-n']);
    expect(withAddress(['-n'], 'http://x')).toEqual(['-n', 'http://x']);
  });
});
