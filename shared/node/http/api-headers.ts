import type { ServerResponse } from 'node:http';

const apiHeaders = Object.entries({
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cache-Control': 'no-store',
});

/** Sets the default headers of every response: no loading, framing, sniffing or caching. */
export const setApiHeaders = (response: ServerResponse): void => {
  for (const [name, value] of apiHeaders) response.setHeader(name, value);
};
