import { change, json, request, type Attack } from './attack.ts';

/** Host names with which another site's page reaches this port: rebound ones, and lookalikes of ours. */
const hosts: readonly (readonly [weakness: string, host: string])[] = [
  ['DNS rebinding, CVE-2024-28224 (Ollama): the rebound name', 'rebound.evil.example:{port}'],
  ['DNS rebinding, CVE-2025-66414 (MCP SDK): a name without a port', 'rebound.evil.example'],
  ['DNS rebinding, CVE-2026-34742 (MCP Go SDK): a name of one label', 'evil:{port}'],
  ['DNS rebinding, CVE-2025-9611 (Playwright MCP): a public service', '127.0.0.1.nip.io:{port}'],
  ['DNS rebinding, CVE-2018-5702 (Transmission): a name with a dot', 'evil.example.:{port}'],
  ['DNS rebinding, CVE-2025-24010 (Vite): ours as a prefix', '127.0.0.1.evil.example:{port}'],
  ['DNS rebinding: localhost as a prefix', 'localhost.evil.example:{port}'],
  ['DNS rebinding: localhost as a suffix', 'evil.localhost:{port}'],
  ['DNS rebinding: ours as a suffix', 'evil-localhost:{port}'],
  ['DNS rebinding: ours as a suffix with a dot', 'evil.127.0.0.1:{port}'],
  ['DNS rebinding: localdomain', 'localhost.localdomain:{port}'],
  ['DNS rebinding: a trailing dot', 'localhost.:{port}'],
  ['DNS rebinding: a trailing dot on the address', '127.0.0.1.:{port}'],
  ['DNS rebinding: an internationalized name', 'xn--lcalhost-54a:{port}'],
  ['DNS rebinding: a full-width digit', '127.0.0.\xef\xbc\x91:{port}'],
  ['0.0.0.0-day: the address of all interfaces', '0.0.0.0:{port}'],
  ['0.0.0.0-day: the unspecified address of IPv6', '[::]:{port}'],
  ['another loopback address', '127.0.0.2:{port}'],
  ['another spelling of loopback: short', '127.1:{port}'],
  ['another spelling of loopback: hexadecimal', '0x7f.0.0.1:{port}'],
  ['another spelling of loopback: one number', '2130706433:{port}'],
  ['another spelling of loopback: octal', '0177.0.0.1:{port}'],
  ['another spelling of loopback: leading zeros', '127.000.000.001:{port}'],
  ['another spelling of loopback: mapped IPv4', '[::ffff:127.0.0.1]:{port}'],
  ['another spelling of loopback: a long IPv6', '[0:0:0:0:0:0:0:1]:{port}'],
  ['another spelling of loopback: a zone', '[::1%25lo]:{port}'],
  ['IPv6 without brackets', '::1:{port}'],
  ['an address of the network, CVE-2025-30360 (webpack-dev-server)', '192.168.0.1:{port}'],
  ['user info, which a URL parser drops', '127.0.0.1:{port}@evil.example'],
  ['user info before ours', 'evil.example@127.0.0.1:{port}'],
  ['a path in the name', '127.0.0.1:{port}/evil.example'],
  ['a query in the name', '127.0.0.1:{port}?evil.example'],
  ['a fragment in the name', '127.0.0.1:{port}#evil.example'],
  ['a backslash in the name', '127.0.0.1:{port}\\evil.example'],
  ['two names in one line', '127.0.0.1:{port}, evil.example'],
  ['two names with a space', '127.0.0.1:{port} evil.example'],
  ['a whole URL', 'http://127.0.0.1:{port}'],
  ['malformed, CVE-2026-14631 (webpack-dev-server): a lone bracket', '['],
  ['malformed, CVE-2026-14631: an open bracket', '[::1'],
  ['malformed, CVE-2026-14631: a port that is none', '127.0.0.1:port'],
  ['malformed, CVE-2026-14631: a port too large', '127.0.0.1:999999'],
  ['malformed, CVE-2026-14631: an empty port', '127.0.0.1:'],
  ['malformed, CVE-2026-14631: a percent sign', '%'],
  ['malformed, CVE-2026-14631: encoded', '127%2e0.0.1:{port}'],
  ['malformed, CVE-2026-14631: two colons', '127.0.0.1::{port}'],
  ['malformed, CVE-2026-14631: a negative port', '127.0.0.1:-1'],
  ['malformed: empty', ''],
  ['malformed: a long name', 'a'.repeat(8000)],
  ['prototype pollution by the name', '__proto__'],
  ['prototype pollution by the name: constructor', 'constructor'],
];

/** IP addresses cannot be rebound: remote mode accepts all of them. */
const isAddress = (host: string): boolean =>
  /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[[\da-f:.]+\]):\{port\}$/u.test(host);

const named = (host: string, port: number): string => host.replaceAll('{port}', String(port));

/** DNS rebinding, and Host headers that mislead or crash parsers. */
export const rebinding: readonly Attack[] = [
  ...hosts.map(([weakness, host]): Attack => ({
    name: `Host, reading: ${weakness}`,
    bytes: (target) => request(target, { host: named(host, target.port) }),
    expected: [403, 400],
    isGoodRemotely: isAddress(host),
  })),
  ...hosts.map(([weakness, host]): Attack => ({
    name: `Host, writing: ${weakness}`,
    bytes: (target) => change(target, { host: named(host, target.port) }),
    expected: [403, 400],
    isGoodRemotely: isAddress(host),
  })),
  {
    name: 'Host: rebound, with the Origin and Sec-Fetch-Site that then agree with it',
    bytes: (target) => {
      const host = `evil.example:${target.port}`;
      const lines = [json, `Origin: http://${host}`, 'Sec-Fetch-Site: same-origin'];
      return change(target, { host, lines });
    },
    expected: [403],
  },
  {
    name: 'Host: rebound, as a top-level navigation to the page',
    bytes: (target) =>
      request(target, {
        target: '/',
        host: `evil.example:${target.port}`,
        lines: ['Sec-Fetch-Site: none', 'Sec-Fetch-Mode: navigate', 'Sec-Fetch-Dest: document'],
      }),
    expected: [403],
  },
  ...['X-Forwarded-Host', 'Forwarded', 'X-Host', 'X-Original-Host'].map((name): Attack => ({
    name: `Host: rebound, ours in ${name}`,
    bytes: (target) => {
      const ours = `127.0.0.1:${target.port}`;
      const line = `${name}: ${name === 'Forwarded' ? `host=${ours}` : ours}`;
      return change(target, { host: 'evil.example', lines: [json, line] });
    },
    expected: [403],
  })),
];
