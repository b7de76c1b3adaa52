/** Styles inside the library's shadow roots: the colours and fonts of the page's tokens. */
export const shadowStyles = `
:host {
  --diffs-font-family: var(--font-mono);
  --diffs-header-font-family: var(--font-ui);
  --diffs-bg: var(--color-surface);
  --diffs-fg: var(--color-text);
  --diffs-fg-number-override: var(--color-text-muted);
  --diffs-addition-color-override: var(--color-added);
  --diffs-deletion-color-override: var(--color-removed);
  --diffs-selection-base: var(--color-accent);
  --diffs-modified-base: var(--color-accent);
  --diffs-tab-size: 4;
  --diffs-bg-addition-emphasis-override: light-dark(
    rgb(from var(--color-added) r g b / 0.12), rgb(from var(--color-added) r g b / 0.15));
  --diffs-bg-deletion-emphasis-override: light-dark(
    rgb(from var(--color-removed) r g b / 0.12), rgb(from var(--color-removed) r g b / 0.15));
}
/* The grounds of changed lines, light enough for every colour of the highlighter: see highlight-themes.ts. */
[data-line], [data-no-newline] { --mix-light: 91%; --mix-dark: 87%; }
/* A selected line has a bar and a number that stands out: another tint would leave too little contrast to its colours. */
[data-selected-line]:is([data-line], [data-no-newline]) {
  --mix-selection-light: 100%;
  --mix-selection-dark: 100%;
  box-shadow: inset 3px 0 0 var(--color-accent);
}
[data-no-newline] span { opacity: 1; color: var(--color-text-muted); }
[data-code]:focus-visible { outline: 2px solid var(--color-accent); outline-offset: -2px; }
:host([data-pending]) :is([data-line], [data-column-number], [data-gutter-buffer]) {
  --diffs-line-bg: var(--color-surface);
}
:host([data-pending]) [data-column-number]::before { visibility: hidden; }
::highlight(search) { background-color: var(--color-search-mark); color: var(--color-text); }
::highlight(search-current) { background-color: var(--color-search-current); color: var(--color-text-on-mark); }
[data-diffs-header] { z-index: 3; }
[data-separator='metadata'] { color: var(--color-text-muted); }
[data-expander] {
  min-width: 24px;
  height: 24px;
  margin-inline-end: 4px;
  padding: 0 4px;
  border: 1px solid transparent;
  border-radius: var(--radius);
  background: none;
  color: var(--color-accent);
  font: 600 13px/20px var(--font-ui);
  cursor: pointer;
}
[data-expander]:hover { border-color: var(--color-border-strong); background: var(--color-surface); }
[data-expander]:focus-visible { outline: 2px solid var(--color-accent); outline-offset: -1px; }
[data-utility-button] { background-color: var(--color-accent); color: var(--color-surface); }
[data-utility-button]:focus-visible { outline: 2px solid var(--color-text); outline-offset: 1px; }
`;
