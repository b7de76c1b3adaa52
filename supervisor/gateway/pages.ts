import { createHash } from 'node:crypto';

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes untrusted text for HTML content and quoted attributes. */
export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/gu, (character) => entities[character] ?? '');

const style = `:root{color-scheme:light dark;font:1rem/1.5 system-ui,sans-serif}
body{margin:2rem auto;max-width:48rem;padding:0 1rem}
h1{font-size:1.5rem}
ul{list-style:none;padding:0}
li{border-top:1px solid color-mix(in srgb,currentcolor 25%,transparent);padding:.75rem 0}
a{font-weight:600}
small{display:block;font-size:.875rem}`;

const styleHash = createHash('sha256').update(style).digest('base64');

/** Headers of the gateway's own pages: no scripts, requests, frames or external resources; one stylesheet. */
export const htmlHeaders = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${styleHash}'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
} as const;

interface Document {
  readonly title: string;
  /** HTML; untrusted text must be escaped. */
  readonly body: string;
}

/** A complete page. */
export const htmlPage = ({ title, body }: Document): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
${body}
</main>
</body>
</html>
`;
