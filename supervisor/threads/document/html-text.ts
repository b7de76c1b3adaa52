const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
};

/** The text content of the renderer's HTML: attributes without angle brackets, only four entities. */
export const textOfHtml = (html: string): string =>
  html
    .replaceAll(/<[^<>]*>/gu, '')
    .replaceAll(/&(?:amp|lt|gt|quot);/gu, (entity) => entities[entity] ?? entity);

/** Escapes text for HTML content and attributes. */
export const escapeHtml = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
