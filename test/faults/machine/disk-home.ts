import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { startSupervisor, writeSettings, type TestSupervisor } from '../../helpers/supervisor.ts';
import { until } from '../../helpers/until.ts';
import type { SmallDisk } from './small-disk.ts';

/** A home on a disk, at its path for Galley; its files are inspected from outside. */
export const homeOn = ({ folder, outside }: SmallDisk) => ({
  home: folder,
  state: join(outside, 'state'),
  registryPath: join(outside, 'run', 'registry.json'),
  remove: () => Promise.resolve(),
});

/** Starts a supervisor while the disk has room, until it has stored its page; it keeps no workers ready. */
export const startOn = async (disk: SmallDisk, settings: object = {}): Promise<TestSupervisor> => {
  await writeSettings(disk.outside, { warmWorkers: 0, ...settings });
  const galley = await startSupervisor(homeOn(disk), { through: disk.through });
  const kept = () => readdir(join(galley.state, 'pages'));
  await until('the page and the dashboard are kept', async () => {
    const names = await kept();
    return names.length === 2 && names.every((name) => !name.endsWith('.tmp'));
  });
  return galley;
};
