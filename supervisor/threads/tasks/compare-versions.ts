import { writeFile } from 'node:fs/promises';
import { GalleyError } from '../../../shared/errors.ts';
import { readFileIfThere } from '../../../shared/node/atomic-file.ts';
import { versionFiles } from '../../../shared/node/version-files.ts';
import type { Block } from '../../../shared/placement/blocks.ts';
import type { BlockSince } from '../../../shared/session/rounds.ts';
import type { ComparedBlock, ComparedVersions } from '../../../shared/session/versions.ts';
import { renderedText } from '../document/rendered-text.ts';
import { compareLines, countLines } from '../history/compare-lines.ts';
import { compareBlocks } from '../rounds/compare-blocks.ts';
import { withTaskOutput } from '../task-context.ts';
import type {
  CompareDocumentsResult,
  CompareVersionsRequest,
  DocumentSource,
} from '../document-requests.ts';

/**
 * Writes a ComparedVersions: what changed between two kept versions of a text.
 * @throws GalleyError `not_found` or `storage_failed`
 */
export const compareVersions = async (
  request: CompareVersionsRequest,
): Promise<CompareDocumentsResult> =>
  withTaskOutput(request.output, async ({ draftOf, publish }) => {
    const { folder, before, after, as, source, output } = request;
    const [was, is] = [await readText(folder, before), await readText(folder, after)];
    const runs = compareLines(was, is);
    const lines = countLines(runs);
    const compared: ComparedVersions = {
      before,
      after,
      ...(lines === undefined ? {} : { lines }),
      ...(as === 'source'
        ? { source: [...(runs ?? replaced(was, is))] }
        : { blocks: compareRendered(await render(was, source), await render(is, source)) }),
    };
    await writeFile(draftOf(output), JSON.stringify(compared), { mode: 0o600 });
    await publish(output);
    return { changes: runs?.length ?? 2 };
  });

const readText = async (folder: string, number: number): Promise<string> => {
  const text = await readFileIfThere(versionFiles(folder, number).text);
  if (text === undefined) throw new GalleyError('not_found', `Version ${number} is not kept.`);
  return text;
};

const replaced = (was: string, is: string) =>
  [
    { kind: 'removed', text: was },
    { kind: 'added', text: is },
  ] as const;

const render = async (text: string, source: DocumentSource): Promise<Block[]> => {
  const { found } = await renderedText(text, source);
  return found.map((block, index) => ({ id: `b${index}`, ...block }));
};

/** All blocks of both, with what is gone below what stood above it. */
const compareRendered = (before: readonly Block[], after: readonly Block[]): ComparedBlock[] => {
  const changes = compareBlocks(before, after);
  const gone = new Map<string | undefined, Block[]>();
  const changed = new Map<string | undefined, BlockSince>();
  for (const change of changes) {
    const { state, blockId, was } = change;
    if (state !== 'gone') changed.set(blockId, change);
    else if (was !== undefined) gone.set(blockId, [...(gone.get(blockId) ?? []), was]);
  }
  const goneBelow = (id: string | undefined): ComparedBlock[] =>
    (gone.get(id) ?? []).map(({ kind, html }) => ({ state: 'gone', kind, html }));
  const shown = after.flatMap(({ id, kind, html }): ComparedBlock[] => {
    const { state = 'same', parts = [] } = changed.get(id) ?? {};
    return [{ state, kind, html, ...(state === 'changed' ? { parts } : {}) }, ...goneBelow(id)];
  });
  return [...goneBelow(undefined), ...shown];
};
