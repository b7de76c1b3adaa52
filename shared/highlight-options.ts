/** The themes of the highlighter; both are in the markup, so that a change of theme colours nothing anew. */
export const highlightThemes = {
  light: 'github-light-default',
  dark: 'github-dark-default',
} as const;

/**
 * Colours of the themes, and what takes their place: on the grounds of added and removed lines, with a changed word
 * marked in them, they would have less contrast than WCAG 2 asks for (4.5 to 1).
 */
export const readableColors: Readonly<Record<string, string>> = {
  '#6e7781': '#525a65',
  '#57606a': '#525a65',
  '#cf222e': '#ac1f29',
  '#8250df': '#6639ba',
  '#8b949e': '#9aa5b1',
};

/** How code is highlighted, by the page's workers and by the supervisor's threads alike. */
export const highlightOptions = {
  theme: highlightThemes,
  lineDiffType: 'word-alt',
  /** A line longer than this is left plain: minified code would keep a worker busy for seconds. */
  tokenizeMaxLineLength: 1000,
} as const;

/** A side with more lines than this is left plain: 2,000 lines take a worker about half a second. */
export const highlightedLines = 20_000;

/** A theme in readable colours. */
export const readableTheme = <Theme>(theme: Theme): Theme =>
  JSON.parse(
    JSON.stringify(theme).replace(
      /#[0-9a-f]{6}\b/giu,
      (color) => readableColors[color.toLowerCase()] ?? color,
    ),
  ) as Theme;
