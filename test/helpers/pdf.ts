import { inflateSync } from 'node:zlib';

/** Number of text pieces on each page of a PDF from Chromium. */
export const textsOfPages = (pdf: Buffer): number[] => {
  const file = pdf.toString('latin1');
  const objects = new Map(
    [...file.matchAll(/^(\d+) 0 obj$/gmu)].map(({ 1: id, index }) => [id, index] as const),
  );
  return [...file.matchAll(/\/Type\s*\/Page\b[^]*?\/Contents (\d+) 0 R/gu)].map(({ 1: id }) => {
    const at = objects.get(id ?? '') ?? 0;
    const from = file.indexOf('stream\n', at) + 'stream\n'.length;
    const content = inflateSync(pdf.subarray(from, file.indexOf('endstream', from)));
    return content.toString('latin1').match(/\bT[jJ]\b/gu)?.length ?? 0;
  });
};
