import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram } from './programs.ts';

const ip = findProgram('ip');

const runIp = (...args: string[]): void => {
  execFileSync(ip ?? '', args, { stdio: ['ignore', 'ignore', 'pipe'] });
};

/** Two network namespaces joined by a virtual cable, like two machines. */
export interface TwoNetworks {
  /** The address of the first one, as seen from the second. */
  readonly address: string;
  /** Wraps a command line to run in one of them. */
  readonly inside: (which: 'first' | 'second', command: readonly string[]) => [string, string[]];
  /** Creates a program that runs another in the second one, passing its arguments. */
  readonly wrapper: (program: string) => string;
  readonly remove: () => void;
}

/** Creates the namespaces, named by this process's pid; throws if the machine does not permit them. */
export const joinTwoNetworks = (): TwoNetworks => {
  const names = { first: `galley1-${process.pid}`, second: `galley2-${process.pid}` };
  const cables = { first: `gly1-${process.pid}`, second: `gly2-${process.pid}` };
  // Reserved for benchmarks between networks (RFC 2544).
  const addresses = { first: '198.18.71.1', second: '198.18.71.2' };
  const folder = mkdtempSync(join(tmpdir(), 'galley-net-'));
  const remove = () => {
    for (const name of Object.values(names))
      try {
        // Deletes the cable as well.
        runIp('netns', 'delete', name);
      } catch {
        // It was never created.
      }
    rmSync(folder, { recursive: true, force: true });
  };
  const inside: TwoNetworks['inside'] = (which, command) => [
    ip ?? '',
    ['netns', 'exec', names[which], ...command],
  ];
  try {
    for (const name of Object.values(names)) runIp('netns', 'add', name);
    // Created inside the namespaces: browsers on the machine abort their loads when its network changes.
    const first = [cables.first, 'netns', names.first];
    const second = ['name', cables.second, 'netns', names.second];
    runIp('link', 'add', ...first, 'type', 'veth', 'peer', ...second);
    for (const which of ['first', 'second'] as const) {
      const [name, cable] = [names[which], cables[which]];
      runIp('-n', name, 'address', 'add', `${addresses[which]}/30`, 'dev', cable);
      // An IPv6 address appearing a second later would count as a network change, and a browser would abort its loads.
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

/** What this machine lacks for network namespaces; undefined if nothing. */
export const missingForNamespaces = (): string | undefined => {
  if (ip === undefined) return 'there is no ip';
  try {
    joinTwoNetworks().remove();
    return undefined;
  } catch {
    return 'network namespaces are not permitted';
  }
};
