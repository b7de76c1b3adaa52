import type { FileContents } from '@pierre/diffs';
import { highlightPool } from './highlight-pool.ts';
import { randomId } from '../../../../shell/random-id.ts';
import { colouredCode } from '../../document/code/colour-tokens.ts';

type Pool = ReturnType<typeof highlightPool>;
type Lines = Parameters<typeof colouredCode>[1];

/** Has the workers highlight code. Rejects where they cannot. */
const highlight = (pool: Pool, file: FileContents): Promise<Lines> =>
  new Promise((resolve, reject) => {
    const instance = {
      __id: randomId(),
      onHighlightSuccess: (_: unknown, { code }: { readonly code: Lines }) => resolve(code),
      onHighlightError: (cause: unknown) =>
        reject(new Error('The code could not be highlighted.', { cause })),
    };
    pool.highlightFileAST(instance, file);
  });

/** The code in the colours of its language; undefined where it has to stay plain. */
export const highlightFence = async (
  code: string,
  language: string,
): Promise<DocumentFragment | undefined> => {
  const pool = highlightPool();
  await pool.initialize();
  const file = { name: 'code', contents: code, lang: language } as FileContents;
  return colouredCode(code, await highlight(pool, file));
};
