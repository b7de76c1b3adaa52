import type { FilePlace } from '../../../ui/page.ts';

/** The class of words that lead to files. No document has it: the sanitizer takes it away. */
export const namedClass = 'reference';

/** Whether a link is a word of the text, and not the author's. */
export const isNamed = (link: Element): boolean => link.classList.contains(namedClass);

/** Where a link leads in the project, once that is known. */
export const placeOfLink = ({ dataset }: HTMLElement): FilePlace | undefined => {
  const { path, lineStart, lineEnd, section } = dataset;
  if (path === undefined) return undefined;
  return {
    filePath: path,
    ...(lineStart === undefined ? {} : { lineStart: Number(lineStart) }),
    ...(lineEnd === undefined ? {} : { lineEnd: Number(lineEnd) }),
    ...(section === undefined ? {} : { section }),
  };
};

/** Says where a link leads. */
export const setPlace = ({ dataset }: HTMLElement, place: FilePlace): void => {
  const { filePath, lineStart, lineEnd, section } = place;
  dataset['path'] = filePath;
  if (lineStart !== undefined) dataset['lineStart'] = String(lineStart);
  if (lineEnd !== undefined) dataset['lineEnd'] = String(lineEnd);
  if (section !== undefined) dataset['section'] = section;
};

export const removePlace = ({ dataset }: HTMLElement): void => {
  for (const name of ['path', 'lineStart', 'lineEnd', 'section']) delete dataset[name];
};
