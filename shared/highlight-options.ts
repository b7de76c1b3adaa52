/** The highlighter's themes. Both are in the markup, so switching themes does not highlight again. */
export const highlightThemes = {
  light: 'github-light-default',
  dark: 'github-dark-default',
} as const;

/**
 * Replacements for theme colours whose contrast on the backgrounds of added, removed and changed text is below WCAG 2
 * AA (4.5:1).
 */
export const readableColors: Readonly<Record<string, string>> = {
  '#6e7781': '#525a65',
  '#57606a': '#525a65',
  '#cf222e': '#ac1f29',
  '#8250df': '#6639ba',
  '#8b949e': '#9aa5b1',
};

/** Highlighter options shared by the page's workers and the supervisor's threads. */
export const highlightOptions = {
  theme: highlightThemes,
  lineDiffType: 'word-alt',
  /** Longer lines stay plain: minified code would block a worker for seconds. */
  tokenizeMaxLineLength: 1000,
} as const;

/** Sides with more lines stay plain; 2,000 lines take a worker about half a second. */
export const highlightedLines = 20_000;

/** A theme with readable colours. */
export const readableTheme = <Theme>(theme: Theme): Theme =>
  JSON.parse(
    JSON.stringify(theme).replace(
      /#[0-9a-f]{6}\b/giu,
      (color) => readableColors[color.toLowerCase()] ?? color,
    ),
  ) as Theme;
