import { request, type Attack } from './attack.ts';

const key = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==';
const socket = ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13', key];

/** Handshakes that would turn the connection into something unguarded. */
const handshakes: readonly (readonly [weakness: string, lines: readonly string[]])[] = [
  ['of another site, CVE-2025-24010 (Vite)', [...socket, 'Origin: https://evil.example']],
  ['of an IP address, CVE-2025-30360 (webpack-dev-server)', [...socket, 'Origin: http://10.0.0.1']],
  ['of another port, GHSA-p773-8mf4-rjm5 (Farm)', [...socket, 'Origin: http://127.0.0.1:1']],
  ['of an editor, CVE-2025-52882 (an IDE extension)', [...socket, 'Origin: vscode-webview://x']],
  ['of a sandboxed frame', [...socket, 'Origin: null']],
  ['by Sec-Fetch-Mode', [...socket, 'Sec-Fetch-Mode: websocket', 'Sec-Fetch-Site: cross-site']],
  ['malformed Origin, CVE-2026-14631', [...socket, 'Origin: http://[']],
  ['an old version', ['Connection: Upgrade', 'Upgrade: websocket', 'Origin: http://evil.example']],
  [
    'HTTP/2',
    ['Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'Origin: https://evil.example'],
  ],
];

/** Paths where other programs have WebSockets. */
const socketPaths = [
  '/',
  '/ws',
  '/@vite/client',
  '/sockjs-node',
  '/__vitest_api__',
  '/terminal/pty',
];

/** WebSocket and other upgrades, none of which exist. */
export const upgrades: readonly Attack[] = [
  ...handshakes.map(([weakness, lines]): Attack => ({
    name: `upgrade: ${weakness}`,
    bytes: (target) => request(target, { lines }),
    expected: [403],
    over: 'answered',
  })),
  ...handshakes.map(([weakness, lines]): Attack => ({
    name: `upgrade of a rebound name: ${weakness}`,
    bytes: (target) =>
      request(target, {
        host: 'evil.example',
        lines,
      }),
    expected: [403],
    over: 'answered',
  })),
  {
    name: 'upgrade of a rebound name: with the Origin that then agrees with it',
    bytes: (target) =>
      request(target, {
        host: 'evil.example',
        lines: [...socket, 'Origin: http://evil.example'],
      }),
    expected: [403],
    over: 'answered',
  },
  ...socketPaths.map((path): Attack => ({
    name: `upgrade of another site at ${path}`,
    bytes: (target) =>
      request(target, { target: path, lines: [...socket, 'Origin: https://evil.example'] }),
    expected: [403],
    over: 'answered',
  })),
  ...socketPaths
    .filter((path) => path !== '/')
    .map((path): Attack => ({
      name: `upgrade without an Origin at ${path}`,
      bytes: (target) => request(target, { target: path, lines: socket }),
      expected: [404],
      over: 'answered',
    })),
];
