import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram } from './programs.ts';

const ip = findProgram('ip');

const runIp = (...args: string[]): void => {
  execFileSync(ip ?? '', args, { stdio: ['ignore', 'ignore', 'pipe'] });
};

/** Two machines as far as the network goes, joined by one cable. */
export interface TwoNetworks {
  /** The address of the first one, as the second sees it. */
  readonly address: string;
  /** A command line that runs in one of them. */
  readonly inside: (which: 'first' | 'second', command: readonly string[]) => [string, string[]];
  /** A program that runs another one in the second, with the arguments that it is given. */
  readonly wrapper: (program: string) => string;
  readonly remove: () => void;
}

/** Namespaces of this process's own, named by its number; throws where the machine does not permit them. */
export const joinTwoNetworks = (): TwoNetworks => {
  const names = { first: `galley1-${process.pid}`, second: `galley2-${process.pid}` };
  const cables = { first: `gly1-${process.pid}`, second: `gly2-${process.pid}` };
  // Of the range that is set apart for tests of networks between each other (RFC 2544).
  const addresses = { first: '198.18.71.1', second: '198.18.71.2' };
  const folder = mkdtempSync(join(tmpdir(), 'galley-net-'));
  const remove = () => {
    for (const name of Object.values(names))
      try {
        // The cable goes with them.
        runIp('netns', 'delete', name);
      } catch {
        // It was never made.
      }
    rmSync(folder, { recursive: true, force: true });
  };
  const inside: TwoNetworks['inside'] = (which, command) => [
    ip ?? '',
    ['netns', 'exec', names[which], ...command],
  ];
  try {
    for (const name of Object.values(names)) runIp('netns', 'add', name);
    // Never in the network that the machine has: browsers that run there give up what they load when it changes.
    const first = [cables.first, 'netns', names.first];
    const second = ['name', cables.second, 'netns', names.second];
    runIp('link', 'add', ...first, 'type', 'veth', 'peer', ...second);
    for (const which of ['first', 'second'] as const) {
      const [name, cable] = [names[which], cables[which]];
      runIp('-n', name, 'address', 'add', `${addresses[which]}/30`, 'dev', cable);
      // An IPv6 address that comes a second later is a changed network to a browser, which then gives up what it loads.
      runIp('-n', name, 'link', 'set', cable, 'addrgenmode', 'none');
      runIp('-n', name, 'link', 'set', cable, 'up');
      runIp('-n', name, 'link', 'set', 'lo', 'up');
      execFileSync(...inside(which, ['true']), { stdio: ['ignore', 'ignore', 'pipe'] });
    }
  } catch (error) {
    remove();
    throw error;
  }
  return {
    address: addresses.first,
    inside,
    wrapper: (program) => {
      const [command, args] = inside('second', [program]);
      const file = join(folder, 'inside');
      const words = [command, ...args].map((word) => `'${word}'`).join(' ');
      writeFileSync(file, `#!/bin/sh\nexec ${words} "$@"\n`);
      chmodSync(file, 0o700);
      return file;
    },
    remove,
  };
};

/** What this machine lacks to have networks of its own; undefined where nothing is. */
export const missingForNamespaces = (): string | undefined => {
  if (ip === undefined) return 'there is no ip';
  try {
    joinTwoNetworks().remove();
    return undefined;
  } catch {
    return 'network namespaces are not permitted';
  }
};
