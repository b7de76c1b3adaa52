import type { CodeViewOptions } from '@pierre/diffs';
import { highlightedLines, highlightOptions } from '../../../../../shared/highlight-options.ts';

export interface Display {
  readonly layout: 'split' | 'unified';
  readonly wrapLines: boolean;
  readonly theme: 'light' | 'dark';
  /** Whether comments are disabled. */
  readonly isReadOnly: boolean;
}

/** Heights in pixels, from which the library computes positions. The styles must match. */
export const metrics = {
  lineHeight: 20,
  diffHeaderHeight: 36,
  hunkSeparatorHeight: 28,
  spacing: 8,
} as const;

export const overscanPixels = 80;

type Callbacks = Pick<
  CodeViewOptions<undefined, undefined>,
  'onPostRender' | 'onGutterUtilityClick' | 'onLineSelectionEnd' | 'onLineEnter'
>;

export const viewOptions = (
  { layout, wrapLines, theme, isReadOnly }: Display,
  callbacks: Callbacks,
): CodeViewOptions<undefined, undefined> => ({
  ...highlightOptions,
  themeType: theme,
  diffStyle: layout,
  overflow: wrapLines ? 'wrap' : 'scroll',
  hunkSeparators: 'metadata',
  diffIndicators: 'classic',
  tokenizeMaxLength: highlightedLines,
  stickyHeaders: true,
  lineHoverHighlight: 'number',
  // Otherwise clicks are lost right after a scroll correction.
  pointerEventsOnScroll: true,
  enableLineSelection: !isReadOnly,
  enableGutterUtility: !isReadOnly,
  itemMetrics: metrics,
  layout: { paddingTop: 0, paddingBottom: 8, gap: 0 },
  unsafeCSS: shadowStyles,
  // React fills the header's slot.
  renderCustomHeader: () => undefined,
  ...callbacks,
});

/** Styles inside the library's shadow roots, using the page's tokens. */
const shadowStyles = `
:host {
  --diffs-font-family: var(--font-mono);
  --diffs-font-size: var(--size-code);
  --diffs-line-height: 20px;
  --diffs-header-font-family: var(--font-ui);
  --diffs-bg: var(--color-surface);
  --diffs-fg: var(--color-text);
  --diffs-fg-number-override: var(--color-text-faint);
  --diffs-addition-color-override: var(--color-added);
  --diffs-deletion-color-override: var(--color-removed);
  --diffs-selection-base: var(--color-accent);
  --diffs-selection-number-fg: light-dark(
    color-mix(in lab, var(--color-accent) 65%, black),
    color-mix(in lab, var(--color-accent) 55%, white));
  --diffs-modified-base: var(--color-accent);
  --diffs-tab-size: 4;
  /* The ground of a line goes on without a seam. */
  --diffs-gap-style: none;
  --diffs-bg-context-override: var(--color-surface);
  --diffs-bg-context-gutter-override: var(--color-surface);
  --diffs-bg-separator-override: var(--color-surface-chrome);
  --diffs-bg-addition-override: var(--color-added-subtle);
  --diffs-bg-addition-number-override: var(--color-added-subtle);
  --diffs-bg-addition-emphasis-override: var(--color-added-word);
  --diffs-bg-deletion-override: var(--color-removed-subtle);
  --diffs-bg-deletion-number-override: var(--color-removed-subtle);
  --diffs-bg-deletion-emphasis-override: var(--color-removed-word);
}
/* The reader sees the characters that are there. */
*, *::before, *::after { font-variant-ligatures: none !important; }
[data-column-number] { font-size: 0.92em; font-variant-numeric: tabular-nums; }
/* The grounds of changed lines are the tokens, mixed with nothing: each colour of the highlighter is readable there. */
:is([data-line], [data-no-newline], [data-column-number], [data-gutter-buffer]) {
  --mix-light: 0%;
  --mix-dark: 0%;
}
/* A selected line has a bar and a number that stands out: another tint would leave too little contrast to its colours. */
[data-selected-line]:is([data-line], [data-no-newline]) {
  --mix-selection-light: 100%;
  --mix-selection-dark: 100%;
  box-shadow: inset 3px 0 0 var(--color-accent);
}
/* So do lines that a comment is being written on. */
[data-line][data-marked] { box-shadow: inset 3px 0 0 var(--color-accent); }
[data-column-number][data-marked] {
  background-color: light-dark(
    color-mix(in lab, var(--diffs-line-bg) 75%, var(--color-accent)),
    color-mix(in lab, var(--diffs-line-bg) 60%, var(--color-accent)));
  color: var(--diffs-selection-number-fg);
}
/* The unified view has a column of old and one of new numbers. */
[data-unified] [data-column-number] { display: flex; justify-content: flex-end; gap: 2.5ch; }
[data-unified] [data-column-number]::after {
  min-width: var(--diffs-min-number-column-width, var(--diffs-min-number-column-width-default, 3ch));
  content: attr(data-old-number);
  order: -1;
}
[data-unified] [data-column-number][data-line-type='change-deletion']::after { order: 1; }
@media (max-width: 40rem) { [data-unified] [data-column-number]::after { display: none; } }
[data-no-newline] span { opacity: 1; color: var(--color-text-muted); }
[data-code]:focus-visible { outline: 2px solid var(--color-accent); outline-offset: -2px; }
:host([data-pending]) :is([data-line], [data-column-number], [data-gutter-buffer]) {
  --diffs-line-bg: var(--color-surface);
}
:host([data-pending]) [data-column-number]::before { visibility: hidden; }
::highlight(search) { background-color: var(--color-search-mark); color: var(--color-text); }
::highlight(search-current) { background-color: var(--color-search-current); color: var(--color-text-on-mark); }
[data-diffs-header] { z-index: 3; }
/* What is left out between hunks: a quiet row, whose height is in the metrics. */
[data-separator='metadata'] { box-sizing: border-box; height: 28px; border-block: 1px solid var(--color-border); }
[data-separator-first] { border-top-color: transparent; }
[data-separator='metadata'] [data-separator-wrapper] {
  gap: 2px;
  color: var(--color-text-faint);
  font: 12px/20px var(--font-ui);
}
[data-hunk-heading] {
  overflow: hidden;
  min-width: 0;
  padding-inline-start: 6px;
  font-family: var(--font-mono);
  text-overflow: ellipsis;
}
@media (max-width: 40rem) {
  [data-separator='metadata'] [data-separator-wrapper] { min-width: 0; max-width: calc(100vw - 3.5rem); }
}
[data-indicators='classic'] [data-line] { padding-inline-start: 22px; }
[data-indicators='classic'] [data-line]::before { width: 22px !important; text-align: center; }
/* The header of a hunk goes on over the other side, whose numbers would cover it. */
[data-diff-type='split'][data-overflow='wrap'] { overflow-x: clip; }
[data-overflow='wrap'] [data-deletions] [data-gutter] { z-index: 4; }
[data-expander] {
  display: inline-flex;
  min-width: 24px;
  height: 24px;
  flex: none;
  align-items: center;
  justify-content: center;
  gap: 6px;
  padding: 0 5px;
  border: 0;
  border-radius: var(--radius-small);
  background: none;
  color: inherit;
  font: 12px/20px var(--font-ui);
  cursor: pointer;
}
[data-expander]:hover { background: var(--color-press); color: var(--color-accent); }
[data-expander]:focus-visible { outline: 2px solid var(--color-accent); outline-offset: -1px; }
[data-utility-button] { background-color: var(--color-accent); color: var(--color-surface); }
[data-utility-button]:focus-visible { outline: 2px solid var(--color-text); outline-offset: 1px; }
`;
