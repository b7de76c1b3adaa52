import { describe, expect, it } from 'vitest';
import { chooseNetwork, type AwaySign } from '../../shared/network.ts';
import { readEnv } from '../../shared/node/env.ts';

const ssh: AwaySign = { kind: 'ssh', variable: 'SSH_CONNECTION' };

describe('the network mode', () => {
  it.each([
    ['nothing says otherwise', undefined, 'auto', undefined, 'local', /there is no sign/u],
    ['an SSH session', undefined, 'auto', ssh, 'remote', /SSH_CONNECTION points to an SSH/u],
    ['a setting against what is found', undefined, false, ssh, 'local', /setting/u],
    ['a setting', undefined, true, undefined, 'remote', /setting/u],
    ['the command against both', false, true, ssh, 'local', /^--no-remote or GALLEY_REMOTE/u],
    ['the command against a setting', true, false, undefined, 'remote', /^--remote or/u],
  ] as const)('is that of %s', (_, asked, setting, sign, mode, because) => {
    const chosen = chooseNetwork({ asked, setting, sign });
    expect(chosen.mode).toBe(mode);
    expect(chosen.because).toMatch(because);
  });

  it.each([
    ['local', undefined, 'auto', ssh, 'local'],
    ['remote', undefined, 'auto', undefined, 'remote'],
    ['local', true, 'auto', undefined, 'remote'],
    ['remote', undefined, false, ssh, 'local'],
  ] as const)(
    'of sessions that go on stays %s, unless it is asked otherwise',
    (before, asked, setting, sign, mode) => {
      expect(chooseNetwork({ asked, setting, before, sign }).mode).toBe(mode);
    },
  );
});

describe('the environment', () => {
  it.each([
    [{}, undefined],
    [{ GALLEY_REMOTE: '' }, undefined],
    [{ GALLEY_REMOTE: '0' }, false],
    [{ GALLEY_REMOTE: 'false' }, false],
    [{ GALLEY_REMOTE: '1' }, true],
  ])('%o asks for %s', (variables, remote) => {
    expect(readEnv(variables).remote).toBe(remote);
  });

  it.each([
    [{ SSH_CONNECTION: '10.0.0.9 50000 10.0.0.1 22' }, 'ssh', 'SSH_CONNECTION'],
    [{ SSH_TTY: '/dev/pts/0' }, 'ssh', 'SSH_TTY'],
    [{ REMOTE_CONTAINERS: 'true' }, 'container', 'REMOTE_CONTAINERS'],
    [{ CODESPACES: 'true' }, 'container', 'CODESPACES'],
    [{ SSH_TTY: '/dev/pts/0', CODESPACES: 'true' }, 'ssh', 'SSH_TTY'],
  ])('%o is evidence of %s', (variables, kind, variable) => {
    expect(readEnv(variables).awaySign).toEqual({ kind, variable });
  });

  it.each([[{}], [{ SSH_CONNECTION: '' }], [{ CODESPACES: 'false' }], [{ TERM: 'xterm' }]])(
    '%o tells of neither',
    (variables) => {
      expect(readEnv(variables).awaySign).toBeUndefined();
    },
  );

  it.each([
    ['10.0.0.9 50000 10.0.0.1 2222', { address: '10.0.0.1', port: 2222 }],
    ['fe80::1 50000 2001:db8::1 22', { address: '2001:db8::1', port: 22 }],
    ['10.0.0.9 50000 $(id) 22', undefined],
    ['10.0.0.9', undefined],
    ['', undefined],
  ])('SSH_CONNECTION=%s means %o', (SSH_CONNECTION, server) => {
    expect(readEnv({ SSH_CONNECTION }).sshServer).toEqual(server);
  });
});
