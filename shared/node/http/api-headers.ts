import type { ServerResponse } from 'node:http';

const apiHeaders = Object.entries({
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cache-Control': 'no-store',
});

/** Sets what every answer carries unless it says otherwise: nothing is loaded, framed, sniffed or kept. */
export const setApiHeaders = (response: ServerResponse): void => {
  for (const [name, value] of apiHeaders) response.setHeader(name, value);
};
