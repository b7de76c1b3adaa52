const directives = [
  "default-src 'none'",
  "script-src 'self'",
  // The diff view styles each token with a style attribute, which no hash or nonce can allow. A style runs nothing,
  // and with the rest of this policy it can load nothing either.
  "style-src 'self' 'unsafe-inline'",
  "worker-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
];

/** Headers of the page and its parts: nothing is loaded from elsewhere, nothing inline is run, nobody frames it. */
export const pageHeaders = {
  'Content-Security-Policy': directives.join('; '),
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
  Vary: 'Accept-Encoding',
} as const;
