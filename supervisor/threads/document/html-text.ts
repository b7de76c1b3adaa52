const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
};

/** The text content of HTML that the renderer made: its attributes hold no angle brackets, its text four entities. */
export const textOfHtml = (html: string): string =>
  html
    .replaceAll(/<[^<>]*>/gu, '')
    .replaceAll(/&(?:amp|lt|gt|quot);/gu, (entity) => entities[entity] ?? entity);

/** Text as HTML, for content and for attributes. */
export const escapeHtml = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
