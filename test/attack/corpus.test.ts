import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorBodySchema } from '../../shared/errors.ts';
import { modeSchema } from '../../shared/session/mode.ts';
import { attacksOn } from './corpus/all-attacks.ts';
import { change, json, type Attack, type Target } from './corpus/attack.ts';
import { exchange, type Exchange } from './exchange.ts';
import { attackedGateway, attackedSession, attackedSupervisor, type Victim } from './victim.ts';
import { entry } from '../helpers/supervisor.ts';

const worker = entry('worker');

/** What no response to an attack may contain: permission to read it, stack traces, or file contents. */
const leaks = [
  /^access-control-/imu,
  /^set-cookie:/imu,
  /^location:/imu,
  /\n\s+at \S+/u,
  /node_modules|worker\.cjs|supervisor\.cjs/u,
  /^content-type: text\/html/imu,
];

const bodiesOf = (text: string): string[] =>
  text
    .split(/(?=HTTP\/1\.[01] \d{3} )/u)
    .map((answer) => answer.slice(answer.indexOf('\r\n\r\n') + 4))
    // Some of Node's own errors end with an empty chunk.
    .filter((body) => body !== '' && body !== '0\r\n\r\n');

const assertRefused = ({ expected }: Attack, answer: Exchange, { secrets }: Victim): void => {
  expect(answer.isTimedOut).toBe(false);
  const statuses = answer.statuses.length === 0 ? ['closed'] : answer.statuses;
  for (const status of statuses) expect(expected).toContain(status);
  for (const leak of leaks) expect(answer.text).not.toMatch(leak);
  for (const secret of secrets)
    expect(answer.text.toLowerCase()).not.toContain(secret.toLowerCase());
  // Node's own errors have no body; ours have the standard shape.
  for (const body of bodiesOf(answer.text)) errorBodySchema.parse(JSON.parse(body));
};

const manyChunks = [
  'POST / HTTP/1.1',
  'Host: 127.0.0.1',
  'Connection: close',
  'Transfer-Encoding: chunked',
  '',
  `${'1\r\na\r\n'.repeat(100_000)}0\r\n\r\n`,
].join('\r\n');

/** How long a server that does nothing takes now to read 100,000 chunks of one byte. */
const measureFloorMs = async (): Promise<number> => {
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.end());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  const startMs = performance.now();
  const { statuses } = await exchange(port, Buffer.from(manyChunks), { timeoutMs: 60_000 });
  const floorMs = performance.now() - startMs;
  server.close();
  expect(statuses).toEqual([200]);
  return floorMs;
};

/** The time for an answer to most requests. */
const soonMs = 5000;

/** Large requests may take longer where the machine is so busy that all take long. */
const assertSoon = async (tookMs: number): Promise<void> => {
  if (tookMs > soonMs) expect(tookMs).toBeLessThan(20 * (await measureFloorMs()));
};

/** Attacks between two looks at the state, which cost more than an attack. */
const attacksAtOnce = 8;

const attackAll = (kind: Target['kind'], open: () => Promise<Victim>): void => {
  const attacks = attacksOn(kind);
  let victim: Victim;
  let before: unknown;
  let wholeBefore: unknown;
  let current: unknown;
  /** Since the state was last looked at. */
  let done: string[] = [];
  beforeAll(async () => {
    victim = await open();
    before = await victim.state();
    wholeBefore = await victim.wholeState();
    current = before;
  });
  afterAll(() => victim.remove());
  /** The state now and when it was last asked for: compared with that, only a successful attack fails. */
  const states = async (): Promise<readonly [now: unknown, last: unknown]> => {
    const last = current;
    current = await victim.state();
    return [current, last];
  };

  it.each(attacks.map((attack) => [attack.name, attack] as const))('%s', async (_, attack) => {
    const { target } = victim;
    const { over } = attack;
    const bytes = attack.bytes(target);
    const startMs = performance.now();
    const answer = await exchange(target.port, bytes, {
      ...(over === undefined ? {} : { over }),
      timeoutMs: bytes.length < 500_000 ? soonMs : 60_000,
    });
    await assertSoon(performance.now() - startMs);
    done.push(attack.name);
    assertRefused(attack, answer, victim);
    if (done.length < attacksAtOnce && attack !== attacks.at(-1)) return;
    const [now, last] = await states();
    expect({ after: done, state: now }).toEqual({ after: done, state: last });
    done = [];
  });

  it('each attack with a distinct request', () => {
    const named = new Map<string, string>();
    for (const { name, bytes } of attacks) {
      const text = bytes(victim.target).toString('latin1');
      expect([name, named.get(text)]).toEqual([name, undefined]);
      named.set(text, name);
    }
  });

  it('five hundred connections that send nothing, or half a request', async () => {
    const { target } = victim;
    const half = change(target).subarray(0, 40);
    const bytes = (index: number) => (index % 2 === 0 ? Buffer.alloc(0) : half);
    const silent = Array.from({ length: 500 }, (_, index) =>
      exchange(target.port, bytes(index), { over: 'sent' }),
    );
    const [during, unchanged] = await states();
    expect(during).toEqual(unchanged);
    await Promise.all(silent);
    const [after] = await states();
    expect(after).toEqual(unchanged);
  });

  it('all of it without any change, even on disk', async () => {
    expect(await victim.wholeState()).toEqual(wholeBefore);
  });

  it('only attacks, and accepts a harmless request with the same content', async () => {
    const { target } = victim;
    const { statuses } = await exchange(target.port, change(target, { lines: [json] }));
    expect(statuses).toEqual([201]);
    expect(await victim.state()).not.toEqual(before);
  });
};

describe.each(modeSchema.options)('a %s session refuses', (mode) => {
  attackAll('session', () => attackedSession(worker, mode));
});

describe('the control API refuses', () => {
  attackAll('control', attackedSupervisor);
});

describe('the gateway, and a session behind it, refuse', () => {
  attackAll('gateway', () => attackedGateway());
});

it('the corpus has at least 200 attacks with distinct names', () => {
  for (const kind of ['session', 'control', 'gateway'] as const) {
    const names = attacksOn(kind).map(({ name }) => name);
    expect(names.length).toBeGreaterThanOrEqual(200);
    expect(new Set(names).size).toBe(names.length);
  }
});
