import { describe, expect, it } from 'vitest';
import { resolveLink } from '../../../../../shared/session/resolve-link.ts';
import { documentAt } from '../../../../../web/review/features/document/documents/linked-document.ts';

describe('a link between documents', () => {
  it.each([
    ['./b.md', 'a.md', 'b.md', ''],
    ['./b.md#section-x', 'docs/a.md', 'docs/b.md', 'section-x'],
    ['././c/../b.md?plain=1', 'docs/a.md', 'docs/b.md', ''],
    ['./../b.md', 'docs/a.md', 'b.md', ''],
    ['.//b.md', 'docs/deep/a.md', 'b.md', ''],
    ['./b%20c.md', undefined, 'b c.md', ''],
    ['./100%.md', 'a.md', '100%.md', ''],
    ['./docs/', 'a.md', 'docs', ''],
    ['./..', 'docs/a.md', '', ''],
    ['./?x#section-y', 'docs/a.md', 'docs/a.md', 'section-y'],
    ['./%2e%2e/b.md', 'docs/a.md', 'b.md', ''],
  ])('%s in %s leads to %s', (link, from, path, anchor) => {
    expect(resolveLink(link, from)).toEqual({ path, anchor });
  });

  it.each([
    ['./../b.md', 'a.md'],
    ['./../../b.md', 'docs/a.md'],
    ['./%2e%2e/%2e%2e/b.md', 'docs/a.md'],
    ['.//../b.md', 'docs/a.md'],
  ])('%s in %s leads out of the folder', (link, from) => {
    expect(resolveLink(link, from)).toBeUndefined();
  });

  it.each([
    ['b.md', 'b.md'],
    ['docs', 'docs/README.md'],
    ['', 'index.md'],
    ['doc', undefined],
    ['none.md', undefined],
  ])('to %j opens %s', (path, name) => {
    expect(documentAt(path, ['b.md', 'docs/a.md', 'docs/README.md', 'index.md'])).toBe(name);
  });
});
