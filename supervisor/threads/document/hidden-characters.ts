import { splitProse } from '../../../shared/visible-prose.ts';
import { hasHidden } from '../../../shared/visible-text.ts';

/**
 * Blocks whose invisible characters are shown: each has an element of its own, which spells it and keeps it from
 * reordering what is around it. The text stays the same, and with it the offsets.
 */
export const showingHidden = <Shown extends { readonly html: string; readonly text: string }>(
  blocks: readonly Shown[],
): Shown[] =>
  blocks.map((block) =>
    hasHidden(block.text) ? { ...block, html: withoutTags(block.html, markHidden) } : block,
  );

/** @param change changes what is between the tags of the renderer's HTML */
const withoutTags = (html: string, change: (text: string) => string): string =>
  html
    .split(/(<[^<>]*>)/u)
    .map((part, index) => (index % 2 === 0 ? change(part) : part))
    .join('');

const markHidden = (text: string): string =>
  splitProse(text)
    .map((part) => (part.spelled === undefined ? part.text : element(part.text, part.spelled)))
    .join('');

const element = (text: string, spelled: string): string =>
  `<span class="hidden-character" title="${spelled}">${text}</span>`;
