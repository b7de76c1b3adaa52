import { useEffect, type RefObject } from 'react';
import type { Block } from '../../../../../shared/placement/blocks.ts';
import { checkReferences } from './check-references.ts';
import { findReferences } from './find-references.ts';
import { showReferences } from './show-references.ts';
import './links.css';

interface LinksProps {
  /** Contains the rendered blocks, all of them. */
  readonly root: RefObject<HTMLElement | null>;
  readonly blocks: readonly Block[];
  /** The file of the project that they are of, if it is none of the documents. */
  readonly file?: string;
}

/** The text of a block, of the review or of a file beside it. */
const textSelector = '[data-block], [data-file-block]';

/** Makes links of what leads to files of the project, after asking once for all of it. */
export const Links = ({ root, blocks, file }: LinksProps) => {
  useEffect(() => {
    const ending = new AbortController();
    const documents = new Map(blocks.map((block) => [block.id, block.file]));
    const texts = root.current?.querySelectorAll<HTMLElement>(textSelector) ?? [];
    const found = [...texts].map((text) => {
      const { block, fileBlock = block } = text.dataset;
      return { text, references: findReferences(text, documents.get(fileBlock ?? '')) };
    });
    const look = async () => {
      const asked = found.flatMap(({ references }) => references.map((one) => one.asked));
      const findFile = await checkReferences(asked, file, ending.signal);
      if (findFile === undefined || ending.signal.aborted) return;
      const hasOthers = blocks.some((block) => block.file !== undefined);
      const options = { findFile, hasOthers, signal: ending.signal };
      for (const { text, references } of found) void showReferences(text, references, options);
    };
    void look();
    return () => ending.abort();
  }, [root, blocks, file]);
  return null;
};
