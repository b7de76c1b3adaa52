import { describe, expect, it } from 'vitest';
import type { SessionRecord } from '../../../shared/session/session.ts';
import { escapeHtml, listPage, missingPage } from '../../../supervisor/gateway/pages.ts';

const openedAt = '2026-01-01T00:00:00.000Z';
const nowMs = Date.parse(openedAt);
const nonce = 'this-must-stay';
const record: SessionRecord = {
  id: '0123456789ab',
  mode: 'plan',
  state: 'running',
  pid: 1,
  startTime: '1',
  port: 4000,
  url: 'http://10.0.0.1:19440/s/0123456789ab',
  title: 'Move <b>the</b> "parser"',
  project: '<img src=x onerror=alert(1)>',
  cwd: '/secret/folder',
  origin: "'><script>alert(1)</script>",
  isDetached: true,
  preparation: { state: 'ready' },
  isResponsive: true,
  counts: { findings: 0, comments: 0 },
  openedAt,
  nonce,
};

describe('the list', () => {
  const page = listPage([record], nowMs);

  it('leads to each session, relative to where it stands', () => {
    expect(page).toContain('<a href="s/0123456789ab/">');
    expect(page).not.toContain(record.url);
  });

  it('shows what others wrote as text', () => {
    expect(page).toContain('Move &lt;b&gt;the&lt;/b&gt; &quot;parser&quot;');
    expect(page).toContain('&lt;img src=x onerror=alert(1)&gt;');
    expect(page).toContain('&#39;&gt;&lt;script&gt;');
    expect(page).not.toMatch(/<(?:script|img|b)\b/u);
  });

  it('tells neither secrets nor folders', () => {
    expect(page).not.toContain(nonce);
    expect(page).not.toContain(record.cwd);
  });

  it.each([
    [0, 'just now'],
    [-5000, 'just now'],
    [60_000, '1 minute ago'],
    [59 * 60_000, '59 minutes ago'],
    [60 * 60_000, '1 hour ago'],
    [49 * 60 * 60_000, '49 hours ago'],
  ])('says after %i ms that it was opened %s', (ms, ago) => {
    expect(listPage([record], nowMs + ms)).toContain(`opened ${ago}`);
  });

  it.each([
    [[], '<title>No reviews are open</title>'],
    [[record], '<title>1 open review</title>'],
    [[record, record], '<title>2 open reviews</title>'],
  ])('says how many there are', (sessions, title) => {
    expect(listPage(sessions, nowMs)).toContain(title);
  });
});

it('the page of a review that is not open says so and leads to the list', () => {
  expect(missingPage()).toContain('This review is not open');
  expect(missingPage()).toContain('href="../../list"');
});

it('text stays text between tags and in attributes', () => {
  expect(escapeHtml(`<a b='c' d="e">&amp;`)).toBe(
    '&lt;a b=&#39;c&#39; d=&quot;e&quot;&gt;&amp;amp;',
  );
});
