import { pino } from 'pino';
import type { SessionRecord } from '../../shared/session/session.ts';
import { Gateway } from '../../supervisor/gateway/gateway.ts';

/** The id of the session behind `openGateway`. */
export const gatewaySessionId = '0123456789ab';

const recordOf = (port: number): SessionRecord => ({
  id: gatewaySessionId,
  mode: 'plan',
  state: 'running',
  pid: process.pid,
  startTime: '1',
  port,
  url: `http://127.0.0.1/s/${gatewaySessionId}`,
  title: 'A plan',
  project: 'galley',
  cwd: '/',
  origin: 'test',
  isDetached: true,
  preparation: { state: 'ready' },
  isResponsive: true,
  counts: { findings: 0, comments: 0 },
  openedAt: new Date().toISOString(),
  nonce: 'nonce',
});

/** A gateway on loopback with a single session that listens on the given port. */
export const openGateway = async (sessionPort: number) => {
  const gateway = await Gateway.open({
    host: '127.0.0.1',
    port: 0,
    hostNames: ['build.example'],
    logger: pino({ level: 'silent' }),
    sessions: () => [recordOf(sessionPort)],
    ended: { has: () => Promise.resolve(false), app: () => undefined },
    dashboard: (request, response) => response.end(`dashboard ${request.url}`),
  });
  const url = `http://127.0.0.1:${gateway.port}`;
  return {
    port: gateway.port,
    url,
    sessionUrl: `${url}/s/${gatewaySessionId}`,
    close: () => gateway.close(),
  };
};
