// Without schemas, as the file that is shared makes files itself.

import { dropHidden, showHidden, showPath } from '../visible-text.ts';
import { maxSharedNameLength } from '../limits.ts';

/** What a shared file consists of besides its data. */
export interface SharedPageParts {
  readonly title: string;
  readonly style: string;
  readonly script: string;
  /** Of the style and the script: base64 of SHA-256. */
  readonly styleHash: string;
  readonly scriptHash: string;
}

/** Ids of its elements. */
export const sharedIds = { style: 'galley-style', script: 'galley-script', data: 'galley-data' };

/** Where the data begins in a file, and where it ends. No `<` is in it. */
export const dataOpening = `<script type="application/json" id="${sharedIds.data}">`;
export const dataClosing = '</script>';

/** Nothing may be loaded, sent, framed or run, but the one style and the one script. */
const policyOf = ({ styleHash, scriptHash }: SharedPageParts): string =>
  [
    "default-src 'none'",
    `script-src 'sha256-${scriptHash}'`,
    `style-src 'sha256-${styleHash}'`,
    'img-src data:',
    "connect-src 'none'",
    "frame-src 'none'",
    "worker-src 'none'",
    "object-src 'none'",
    "form-action 'none'",
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types dompurify',
  ].join('; ');

/** The HTML before the data. */
export const sharedPageHead = (parts: SharedPageParts): string =>
  [
    '<!doctype html>',
    '<html lang="en"><head><meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policyOf(parts)}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="referrer" content="no-referrer">',
    '<meta name="color-scheme" content="light dark">',
    `<title>${escapeText(showHidden(parts.title))}</title>`,
    `<style id="${sharedIds.style}">${parts.style}</style></head>`,
    '<body><noscript>This review needs JavaScript. It loads nothing and sends nothing.</noscript>',
    dataOpening,
  ].join('\n');

/** The HTML behind the data. */
export const sharedPageTail = ({ script }: SharedPageParts): string =>
  `${dataClosing}\n<script id="${sharedIds.script}">${script}</script>\n</body></html>\n`;

/** JSON that can stand in a script element, whatever it contains: nothing in it closes that or opens a comment. */
export const embeddedJson = (value: unknown): string =>
  JSON.stringify(value).replaceAll(/[<>&\u2028\u2029]/gu, escapeUnit);

const escapeUnit = (character: string): string =>
  `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

const entities: Readonly<Record<string, string>> = { '<': '&lt;', '>': '&gt;', '&': '&amp;' };

const escapeText = (text: string): string =>
  text.replaceAll(/[<>&]/gu, (character) => entities[character] ?? '');

/** The name of an image in the data: of its document, if there are several, and its address in that. */
export const sharedImageName = (file: string | undefined, address: string): string =>
  `${file ?? ''}\n${address}`;

/** The title of a file that is shared: that of its review, with the document if the review is of many. */
export const sharedTitle = (title: string, file: string | undefined): string =>
  file === undefined ? title : `${title}: ${showPath(file)}`;

/** What no system takes in names of files, or what would lead elsewhere. */
const special = /[\s/\\:*?"<>|#%]+/gu;

/** The name of a shared file. @param author who added comments last */
export const sharedFileName = (title: string, author?: string): string => {
  const words = [title.replace(/\.html?$/iu, ''), ...(author === undefined ? [] : [author])].map(
    (part) => dropHidden(part.slice(0, maxSharedNameLength)).replaceAll(special, ' ').trim(),
  );
  return `${words.join(' - ').replace(/^[.\s]+/u, '') || 'review'}.html`;
};
