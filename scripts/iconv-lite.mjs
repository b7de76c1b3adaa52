// Replaces the package `iconv-lite` in the bundles, half of which were its tables. Bodies are UTF-8 here; other
// encodings are refused (415), like encodings that the package does not know.
import { StringDecoder } from 'node:string_decoder';

const byteOrderMark = '\uFEFF';

export const encodingExists = (encoding) => /^utf-?8$/iu.test(encoding);

const withoutMark = (text) => (text.startsWith(byteOrderMark) ? text.slice(1) : text);

export const decode = (bytes) => withoutMark(bytes.toString('utf8'));

export const getDecoder = (encoding) => {
  if (!encodingExists(encoding)) throw new Error(`Encoding not recognized: '${encoding}'`);
  const decoder = new StringDecoder('utf8');
  let isFirst = true;
  const write = (bytes) => {
    const text = decoder.write(bytes);
    if (!isFirst || text === '') return text;
    isFirst = false;
    return withoutMark(text);
  };
  return { write, end: () => decoder.end() };
};
