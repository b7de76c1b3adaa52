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
