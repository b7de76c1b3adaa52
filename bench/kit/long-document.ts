import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SessionView } from '../../shared/session/session.ts';
import type { OwnSupervisor } from './own-supervisor.ts';
import { generateDocument } from './screen/generated-document.ts';

/** A markdown text of 10,000 lines. */
export const longDocument = generateDocument(10_000);

/** Opens it; it may not be prepared yet. */
export const openLongDocument = async ({ control, home }: OwnSupervisor): Promise<SessionView> => {
  const path = join(home.folder, 'long.md');
  await writeFile(path, longDocument);
  return control.open({
    mode: 'document',
    cwd: home.folder,
    path,
    title: 'A long document',
    detached: true,
  });
};
