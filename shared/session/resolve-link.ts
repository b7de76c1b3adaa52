/** Where a link to a file leads: a path below the folder, empty for the folder itself, and a section of the document. */
export interface LinkTarget {
  readonly path: string;
  readonly anchor: string;
}

/**
 * Resolves a link of a document, as rendered: `./guide.md#section-setup`. A leading `/` means the folder, as on GitHub.
 * @param from the document that it is in
 * @returns undefined if it leads out of the folder
 */
export const resolveLink = (link: string, from = ''): LinkTarget | undefined => {
  const [address = '', anchor = ''] = link.slice(2).split('#', 2);
  const path = decoded(address.split('?', 1)[0] ?? '');
  const parts = path.startsWith('/') || path === '' ? [] : from.split('/').slice(0, -1);
  for (const part of path === '' ? from.split('/') : path.split('/')) {
    if (part === '..' && parts.pop() === undefined) return undefined;
    if (part !== '' && part !== '.' && part !== '..') parts.push(part);
  }
  return { path: parts.join('/'), anchor };
};

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    // Not URL-encoded after all.
    return text;
  }
};
