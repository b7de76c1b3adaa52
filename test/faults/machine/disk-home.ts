import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startSupervisor, type TestSupervisor } from '../../helpers/supervisor.ts';
import { until } from '../../helpers/until.ts';
import type { SmallDisk } from './small-disk.ts';

/** A home on a disk, at its path for Galley; its files are inspected from outside. */
export const homeOn = ({ folder, outside }: SmallDisk) => ({
  home: folder,
  state: join(outside, 'state'),
  registryPath: join(outside, 'run', 'registry.json'),
  remove: () => Promise.resolve(),
});

/** Starts a supervisor while the disk has room, until it has stored its page. */
export const startOn = async (disk: SmallDisk): Promise<TestSupervisor> => {
  const galley = await startSupervisor(homeOn(disk), { through: disk.through });
  const kept = () => readdir(join(galley.state, 'pages'));
  await until('the page and the dashboard are kept', async () => {
    const names = await kept();
    return names.length === 2 && names.every((name) => !name.endsWith('.tmp'));
  });
  return galley;
};

/** Allows fetching documents from this machine, in the home on a disk; no workers are kept ready. */
export const allowPrivateUrls = async ({ outside }: SmallDisk): Promise<void> => {
  await mkdir(join(outside, 'config'), { mode: 0o700 });
  const config = JSON.stringify({ allowPrivateUrls: true, warmWorkers: 0 });
  await writeFile(join(outside, 'config', 'config.json'), config, { mode: 0o600 });
};
