import { resolveLink } from './resolve-link.ts';

/** Images that documents show, by the ends of their names; most are known by their bytes, too. */
const imageName = /\.(?:avif|bmp|gif|ico|jpe?g|png|svg|webp)$/iu;

export const isImageName = (name: string): boolean => imageName.test(name);

/** Where an image of a document is: below the folder of the documents, or why it is not shown. */
type ImagePath =
  | { readonly kind: 'path'; readonly path: string }
  | { readonly kind: 'remote' | 'outside' | 'hidden' | 'notAnImage' };

/**
 * Resolves the address of an image in a document. A leading `/` means the folder, as on GitHub.
 * @param from the name of the document that it is in
 */
export const imagePath = (address: string, from: string): ImagePath => {
  // Browsers take a backslash for a slash.
  if (/^(?:[a-z][\w+.-]*:|[/\\]{2})/iu.test(address)) return { kind: 'remote' };
  const path = from.startsWith('/') ? undefined : resolveLink(`./${address}`, from)?.path;
  if (path === undefined || path === '' || /[\\\0]/u.test(path)) return { kind: 'outside' };
  if (path.split('/').some((name) => name.startsWith('.'))) return { kind: 'hidden' };
  return isImageName(path) ? { kind: 'path', path } : { kind: 'notAnImage' };
};
