import { createHash } from 'node:crypto';
import type { SessionRecord } from '../../shared/session/session.ts';

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

const plural = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

const ago = (ms: number): string => {
  const minutes = Math.max(0, Math.floor(ms / 60_000));
  if (minutes < 1) return 'just now';
  return minutes < 60
    ? `${plural(minutes, 'minute')} ago`
    : `${plural(Math.floor(minutes / 60), 'hour')} ago`;
};

/** Isolates the text, so that right-to-left characters cannot reorder what is around it. */
const theirs = (text: string): string => `<bdi>${escapeHtml(text)}</bdi>`;

const item = ({ id, mode, title, project, origin, openedAt }: SessionRecord, nowMs: number) =>
  `<li><a href="s/${id}/">${theirs(title)}</a>
<small>${mode} in ${theirs(project)}, asked for by ${theirs(origin)}, opened ${ago(nowMs - Date.parse(openedAt))}</small></li>`;

/** The page that lists open reviews; with relative links, so that it works under any host name. */
export const listPage = (sessions: readonly SessionRecord[], nowMs: number): string =>
  htmlPage({
    title: sessions.length === 0 ? 'No reviews are open' : plural(sessions.length, 'open review'),
    body:
      sessions.length === 0
        ? '<p>New reviews appear here.</p>'
        : `<ul>\n${sessions.map((session) => item(session, nowMs)).join('\n')}\n</ul>`,
  });

/** The page for a review that is not open, for people who follow an old link. */
export const missingPage = (): string =>
  htmlPage({
    title: 'This review is not open',
    body: '<p>It has been decided or closed, or its address is incomplete.</p>\n<p><a href="../../list">All open reviews</a></p>',
  });
