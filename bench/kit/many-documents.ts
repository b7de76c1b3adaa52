import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { upTo } from './in-parallel.ts';

const folders = 50;
const filesEach = 100;

/** How many documents `writeManyDocuments` writes. */
export const manyDocuments = folders * filesEach;

/** Writes short markdown documents into the subfolders of a folder. */
export const writeManyDocuments = async (folder: string): Promise<void> => {
  for (const number of upTo(folders)) {
    const within = join(folder, `part-${number}`);
    await mkdir(within, { recursive: true });
    await Promise.all(
      upTo(filesEach).map((index) =>
        writeFile(join(within, `page-${index}.md`), `# Page ${number}.${index}\n\nSome text.\n`),
      ),
    );
  }
};
