import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { findProgram } from './programs.ts';
import { until } from './until.ts';

/** What this machine lacks for SSH to itself; undefined if nothing. */
export const missingForSsh = (): string | undefined => {
  const missing = ['sshd', 'ssh', 'ssh-keygen'].filter((name) => findProgram(name) === undefined);
  return missing.length === 0 ? undefined : `there is no ${missing.join(', no ')}`;
};

/** A free port on loopback. */
export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
};

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('data', () => resolve(true));
    socket.once('error', () => resolve(false));
    socket.once('data', () => socket.destroy());
  });

/** The chroot folder for helpers of an sshd started by root; the system creates it with its own server. */
const jail = '/run/sshd';

const makeJail = (): (() => void) => {
  if (process.getuid?.() !== 0 || existsSync(jail)) return () => undefined;
  mkdirSync(jail, { mode: 0o755 });
  return () => rmSync(jail, { recursive: true, force: true });
};

/** A real sshd on loopback with its own keys and settings; only this user can log in, with one key. */
export const startSshServer = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'galley-ssh-'));
  const removeJail = makeJail();
  const keygen = findProgram('ssh-keygen') ?? '';
  for (const name of ['host', 'user'])
    execFileSync(keygen, ['-q', '-t', 'ed25519', '-N', '', '-f', join(folder, name)]);
  const port = await freePort();
  const settings = [
    `Port ${port}`,
    'ListenAddress 127.0.0.1',
    `HostKey ${folder}/host`,
    `AuthorizedKeysFile ${folder}/user.pub`,
    'PidFile none',
    'StrictModes no',
    'UsePAM no',
    'PasswordAuthentication no',
    'KbdInteractiveAuthentication no',
    'PermitRootLogin prohibit-password',
  ];
  writeFileSync(join(folder, 'settings'), `${settings.join('\n')}\n`);
  const server = spawn(findProgram('sshd') ?? '', ['-D', '-e', '-f', join(folder, 'settings')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let log = '';
  server.stderr.setEncoding('utf8').on('data', (part: string) => (log += part));
  const exited = once(server, 'exit');
  await until('sshd answers', async () => {
    if (server.exitCode !== null) throw new Error(`sshd ended: ${log}`);
    return answers(port);
  });
  const options = ['BatchMode=yes', 'IdentitiesOnly=yes', 'StrictHostKeyChecking=no'];
  options.push(`UserKnownHostsFile=${folder}/known`, 'ExitOnForwardFailure=yes', 'LogLevel=ERROR');
  const given = ['-F', '/dev/null', '-i', join(folder, 'user')];
  given.push(...options.flatMap((option) => ['-o', option]));
  return {
    port,
    log: () => log,
    /** The destination, as arguments of `ssh`. */
    destination: ['-p', String(port), `${userInfo().username}@127.0.0.1`],
    /** The ssh client, with the accepted key. */
    ssh: (args: readonly string[]) =>
      spawn(findProgram('ssh') ?? '', [...given, ...args], { stdio: ['ignore', 'pipe', 'pipe'] }),
    stop: async (): Promise<void> => {
      server.kill();
      await exited;
      removeJail();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

export type SshServer = Awaited<ReturnType<typeof startSshServer>>;
