const directives = [
  "default-src 'none'",
  "script-src 'self'",
  // The diff view styles tokens with style attributes, which no hash or nonce can allow. Styles cannot run code, and
  // the rest of this policy keeps them from loading anything.
  "style-src 'self' 'unsafe-inline'",
  "worker-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  // The frame of an HTML document, which has a policy of its own.
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
];

/** Headers of the page: nothing from other origins, no inline scripts, no framing. */
export const pageHeaders = {
  'Content-Security-Policy': directives.join('; '),
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
  Vary: 'Accept-Encoding',
} as const;
