import { WorkerLife } from './worker-life.ts';

/** In a rush of openings a worker is assigned at once, and the cores are wanted elsewhere. */
const rehearsalDelayMs = 50;

const life = new WorkerLife();

process.on('uncaughtException', (error) => life.crash(error));
process.on('unhandledRejection', (reason) => life.crash(reason));
process.on('SIGTERM', () => life.terminate());
// A terminal's Ctrl-C, or its end, is meant for what runs there: a session ends by its decision.
process.on('SIGINT', () => undefined);
process.on('SIGHUP', () => undefined);

life.begin();
setTimeout(() => life.warmUp(), rehearsalDelayMs).unref();
void life.exited.then((code) => process.exit(code));
