import { quoteName } from '../patch/file-name.ts';
import type { Reviewed } from '../session/reviewed.ts';

/**
 * The path of one of several documents for the agent: from the folder of the review, where the agent works. Documents
 * outside of it have their full path as their name.
 */
export const documentPath = (
  name: string,
  { namesFrom }: Pick<Reviewed, 'namesFrom'> = {},
): string => {
  if (namesFrom === undefined || name.startsWith('/')) return name;
  const folder = namesFrom.endsWith('/') ? namesFrom : `${namesFrom}/`;
  // A path that is not UTF-8 is quoted as a whole.
  return isQuoted(name) ? `${quoted(folder).slice(0, -1)}${name.slice(1)}` : `${folder}${name}`;
};

const isQuoted = (name: string): boolean =>
  name.length > 1 && name.startsWith('"') && name.endsWith('"');

const quoted = (text: string): string =>
  quoteName(
    encodeURIComponent(text).replaceAll(/%(..)/gu, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    ),
  );
