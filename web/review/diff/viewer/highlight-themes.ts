/** The themes of the highlighter; both are in the markup, so that a change of theme colours nothing anew. */
export const highlightThemes = {
  light: 'github-light-default',
  dark: 'github-dark-default',
} as const;
