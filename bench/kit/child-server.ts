import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** A forked server that sends `{port}` over IPC once it listens. */
export interface ChildServer {
  readonly child: ChildProcess;
  readonly pid: number;
  readonly url: string;
  readonly stop: () => Promise<void>;
}

const startTimeoutMs = 30_000;

/**
 * Forks a server and waits until it listens.
 * @throws Error if it exits first, or does not listen within 30 s
 */
export const forkServer = async (file: string): Promise<ChildServer> => {
  const child = fork(file, [], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  };
  try {
    const port = await listening(child);
    return { child, pid: child.pid ?? 0, url: `http://127.0.0.1:${port}`, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};

const listening = (child: ChildProcess): Promise<number> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error('The forked server did not listen in time.')),
      startTimeoutMs,
    );
    child.once('error', reject);
    child.once('exit', (code) =>
      reject(new Error(`The forked server ended with ${code} before it listened.`)),
    );
    child.once('message', ({ port }: { port: number }) => {
      clearTimeout(timer);
      resolve(port);
    });
  });
