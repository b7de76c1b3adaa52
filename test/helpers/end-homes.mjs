// Ends the supervisors and sessions of all homes in a folder, and removes it, once standard input closes: however the
// process at its other end has ended.
import { readFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const [folder] = process.argv.slice(2);

const processesOf = (home) => {
  try {
    const registry = readFileSync(join(home, 'run', 'registry.json'), 'utf8');
    const { supervisor, sessions } = JSON.parse(registry);
    return [supervisor, ...sessions].map(({ pid }) => pid);
  } catch {
    // No supervisor was started.
    return [];
  }
};

process.stdin.resume().on('end', () => {
  for (const pid of readdirSync(folder).flatMap((home) => processesOf(join(folder, home))))
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has exited.
    }
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
});
