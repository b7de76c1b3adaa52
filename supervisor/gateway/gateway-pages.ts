import type { SessionRecord } from '../../shared/session/session.ts';
import { escapeHtml, htmlPage } from './html.ts';

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
