import { execFile } from 'node:child_process';
import { userInfo } from 'node:os';
import { promisify } from 'node:util';
import { renderUnicodeCompact } from 'uqr';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dashboardAddress } from '../../shared/node/dashboard-address.ts';
import type { SessionView } from '../../shared/session/session.ts';
import type { Gateway } from '../../shared/supervisor/registry.ts';
import {
  forwardedAddress,
  forwardingCommand,
  isReachable,
  remoteInstructions,
} from '../../cli/remote/print-remote.ts';
import { startGalley, type Galley } from '../helpers/galley.ts';
import { call } from '../helpers/http-call.ts';
import { sessionPath } from '../helpers/paths.ts';
import { describeWhere, findProgram } from '../helpers/programs.ts';
import { freeGatewayPort, nothingTells } from '../helpers/remote.ts';
import { entry } from '../helpers/supervisor.ts';

const gateway: Gateway = { port: 19_440, url: 'http://10.0.0.1:19440' };
const nowhere = { awaySign: undefined, sshServer: undefined };
const container = {
  awaySign: { kind: 'container', variable: 'REMOTE_CONTAINERS' },
  sshServer: undefined,
} as const;

describe('the instructions for other machines', () => {
  it.each([
    [nowhere.sshServer, 'ssh -L 19440:127.0.0.1:19440 me@10.0.0.1'],
    [{ address: '10.0.0.7', port: 22 }, 'ssh -L 19440:127.0.0.1:19440 me@10.0.0.7'],
    [{ address: '10.0.0.7', port: 2222 }, 'ssh -L 19440:127.0.0.1:19440 -p 2222 me@10.0.0.7'],
  ])('from %o are %s', (sshServer, command) => {
    const place = { gateway, env: { ...nowhere, sshServer }, user: 'me' };
    expect(forwardingCommand(place)).toBe(command);
    expect(remoteInstructions(place, 'http://localhost:19440/')).toContain(command);
  });

  it('name a forwarded port for a container', () => {
    const way = remoteInstructions({ gateway, env: container, user: 'me' }, 'http://localhost:1/');
    expect(way).toMatch(/forward port 19440.* open http:\/\/localhost:1\/$/u);
    expect(way).not.toContain('ssh');
  });

  it('use the same path', () => {
    expect(forwardedAddress(gateway, '0123456789ab')).toBe(
      'http://localhost:19440/s/0123456789ab/',
    );
  });

  it('are omitted if the address is reachable', () => {
    expect(isReachable({ gateway, env: nowhere })).toBe(true);
    expect(isReachable({ gateway, env: container })).toBe(false);
    const loopback = { port: 1, url: 'http://127.0.0.1:1' };
    expect(isReachable({ gateway: loopback, env: nowhere })).toBe(false);
  });
});

let galley: Galley;
beforeAll(async () => {
  galley = await startGalley();
  await freeGatewayPort(galley.home);
  await galley.write('plan.md', '# A plan\n');
});
afterAll(() => galley.stop());

const here = nothingTells;
const inSsh = { ...nothingTells, SSH_CONNECTION: '10.0.0.9 50000 127.0.0.1 2222' };
const opening = ['sessions', 'open', 'plan', 'plan.md', '--no-browser'];

const gatewayOf = async (): Promise<Gateway> => {
  const told = (await galley.registry()).supervisor.gateway;
  if (told === undefined) throw new Error('it is in local mode');
  return told;
};
const stop = async (): Promise<void> => {
  await galley.run(['supervisor', 'stop', '--force']);
};

/** The `script` of util-linux, which gives a command a terminal; that of other systems takes other arguments. */
const script = process.platform === 'linux' ? findProgram('script') : undefined;
const noScript = script === undefined ? 'there is no script' : undefined;

const onTerminal = async (flag: string, env: Readonly<Record<string, string>> = here) => {
  const command = ['sessions', 'open', 'plan', 'plan.md', '--no-browser', flag];
  const words = [process.execPath, entry('cli'), ...command].map((word) => `'${word}'`);
  const { stdout } = await promisify(execFile)(
    script ?? '',
    ['--quiet', '--return', '--command', words.join(' '), '/dev/null'],
    { cwd: galley.root, env: { ...process.env, ...env, GALLEY_HOME: galley.home } },
  );
  return stdout.replaceAll('\r\n', '\n');
};

// These share the supervisor of the first of them, with its review.
describe('a supervisor in local mode', () => {
  it('is started without a warning where nothing tells of SSH', async () => {
    const { stderr } = await galley.run(opening, { env: here });
    expect(stderr).toBe('');
    expect((await galley.registry()).supervisor).not.toHaveProperty('gateway');
  });

  it('refuses --remote', async () => {
    const refused = await galley.run([...opening, '--remote']);
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toContain('A supervisor is already running in local mode');
    expect(refused.stderr).toContain('galley supervisor restart --remote');
    expect(galley.sessions()).toHaveLength(1);
  });

  it('is used in an SSH session, with a warning', async () => {
    const { code, stdout, stderr } = await galley.run(opening, { env: inSsh });
    expect(code).toBe(0);
    expect(stdout).toContain('http://127.0.0.1:');
    expect(stderr).toContain('galley: The supervisor is in local mode although SSH_CONNECTION');
    const { stdout: told } = await galley.run(['doctor'], { env: inSsh });
    expect(told).toMatch(/^warn {2}network +remote mode here, .* is in local mode/mu);
    await galley.close(galley.sessions().at(-1)?.id ?? '');
  });

  describeWhere(noScript, 'on a terminal', () => {
    it('has no address that is printed as a QR code', async () => {
      expect(await onTerminal('--no-remote')).not.toContain('█');
      await galley.close(galley.sessions().at(-1)?.id ?? '');
    });
  });

  it('changes its mode by a restart, and an open review stays open', async () => {
    const [{ id, port } = { id: '', port: 0 }] = galley.sessions();
    const restart = async (flag: string) => {
      const { code, stderr } = await galley.run(['supervisor', 'restart', flag], { env: here });
      expect(code).toBe(0);
      return stderr;
    };
    expect(await restart('--remote')).toContain('Anyone who can reach port');
    const { url } = await gatewayOf();
    expect(await galley.listed()).toMatchObject([{ id, url: `${url}/s/${id}` }]);
    expect((await call(`${url}/s/${id}${sessionPath('getSession')}`)).json).toMatchObject({ id });
    expect(await restart('--no-remote')).toMatch(/^Open reviews that began in remote mode can be/u);
    expect(await galley.listed()).toMatchObject([{ id, url: `http://127.0.0.1:${port}` }]);
    expect(await restart('--no-remote')).toBe('');
    expect((await call(`http://127.0.0.1:${port}${sessionPath('getSession')}`)).json).toMatchObject(
      { id },
    );
    await stop();
  });
});

describe('--remote', () => {
  it('starts a supervisor that prints who can connect, and how', async () => {
    const { code, stderr } = await galley.run(['supervisor', 'start', '--remote']);
    expect(code).toBe(0);
    const { port, url } = await gatewayOf();
    const { supervisor } = await galley.registry();
    expect(stderr).toContain(`All reviews: ${dashboardAddress(url, supervisor)}\n`);
    expect(stderr).not.toContain(supervisor.token);
    expect(stderr).toContain(`ssh -L ${port}:127.0.0.1:${port}`);
    expect(stderr).toMatch(
      new RegExp(`^Anyone who can reach port ${port} of this machine can read and decide`, 'mu'),
    );
    const { stdout } = await galley.run(['supervisor', 'status']);
    expect(stdout).toMatch(/^network +remote, because --remote or GALLEY_REMOTE asks for it$/mu);
    expect(stdout).toContain(`${url}/`);
    const refused = await galley.run([...opening, '--no-remote']);
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toContain('A supervisor is already running in remote mode');
  });

  it('opens a review with its address at the gateway', async () => {
    const command = galley.start(['plan', 'plan.md', '--remote', '--json'], { env: here });
    const address = await command.url();
    const { url, port } = await gatewayOf();
    const [session] = galley.sessions();
    expect(address).toBe(`${url}/s/${session?.id}`);
    command.kill('SIGINT');
    const { stderr } = await command.ended;
    expect(stderr).toContain(`open http://localhost:${port}/s/${session?.id}/`);
    expect(stderr).toContain('Anyone who can reach port');
    // A code is for a screen.
    expect(stderr).not.toContain('█');
  });

  describeWhere(noScript, 'on a terminal', () => {
    it('prints a reachable address as a QR code', async () => {
      await stop();
      const printed = await onTerminal('--remote', {
        ...nothingTells,
        SSH_CONNECTION: '198.51.100.9 50000 198.51.100.1 22',
      });
      const [session] = galley.sessions();
      const address = `http://198.51.100.1:${(await gatewayOf()).port}/s/${session?.id}`;
      expect(printed).toContain(address);
      expect(printed).toContain(renderUnicodeCompact(`${address}/`));
    });
  });
});

describe('in an SSH session', () => {
  it('a review opens in remote mode, with a working ssh command', async () => {
    await stop();
    const { code, stderr, stdout } = await galley.run([...opening, '--json'], { env: inSsh });
    expect(code).toBe(0);
    const { port, url } = await gatewayOf();
    const { username } = userInfo();
    expect((JSON.parse(stdout) as SessionView).url).toMatch(`${url}/s/`);
    expect(stderr).toContain(
      `Through SSH: ssh -L ${port}:127.0.0.1:${port} -p 2222 ${username}@127.0.0.1\n`,
    );
    const { stdout: told } = await galley.run(['doctor'], { env: inSsh });
    expect(told).toMatch(
      /^warn {2}network +remote mode, because SSH_CONNECTION points to an SSH/mu,
    );
    expect(told).toContain('--no-remote');
  });

  it('--no-remote, GALLEY_REMOTE=0 and the setting override it', async () => {
    const isLocal = async (args: readonly string[], env: Readonly<Record<string, string>>) => {
      await stop();
      const { stderr } = await galley.run(['supervisor', 'start', ...args], { env });
      expect(stderr).toBe('');
      expect((await galley.registry()).supervisor).not.toHaveProperty('gateway');
    };
    await isLocal(['--no-remote'], inSsh);
    await isLocal([], { ...inSsh, GALLEY_REMOTE: '0' });
    await galley.run(['config', 'set', 'remote', 'false']);
    await isLocal([], inSsh);
  });
});
