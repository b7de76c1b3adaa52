import { spawn } from 'node:child_process';

interface NodeRun {
  /** From spawn until the process has exited and its output has ended. */
  readonly ms: number;
  readonly stdout: string;
}

/** Runs Node with arguments and times it. @throws Error if the exit code is not 0 */
export const runNode = (args: readonly string[], env?: NodeJS.ProcessEnv): Promise<NodeRun> =>
  new Promise((resolve, reject) => {
    const startedMs = performance.now();
    const child = spawn(process.execPath, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: 60_000,
      ...(env === undefined ? {} : { env }),
    });
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (part: Buffer) => (stdout += part.toString()));
    child.stderr.on('data', (part: Buffer) => (stderr += part.toString()));
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve({ ms: performance.now() - startedMs, stdout });
      else reject(new Error(`node ${args.join(' ')} ended with ${code}: ${stderr}`));
    });
  });
