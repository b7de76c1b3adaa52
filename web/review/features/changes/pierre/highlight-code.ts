import type { FileContents } from '@pierre/diffs';
import { randomId } from '../../../../shell/random-id.ts';
import type { Page } from '../../../ui/page.ts';
import { highlightPool } from './highlight-pool.ts';

type Pool = ReturnType<typeof highlightPool>;
type Lines = Awaited<ReturnType<Page['highlight']>>;

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

/** Highlights code outside the diff in the workers. Rejects on failure. */
export const highlightCode: Page['highlight'] = async (code, language) => {
  const pool = highlightPool();
  await pool.initialize();
  const file = { name: 'code', contents: code, lang: language } as FileContents;
  return highlight(pool, file);
};
