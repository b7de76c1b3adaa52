import { WorkerLife } from './worker-life.ts';

/** Delays the warm-up: in a rush of openings the worker is assigned at once, and the CPU is needed elsewhere. */
const rehearsalDelayMs = 50;

const life = new WorkerLife();

process.on('uncaughtException', (error) => life.crash(error));
process.on('unhandledRejection', (reason) => life.crash(reason));
process.on('SIGTERM', () => life.terminate());
// Ctrl-C, or closing the terminal, is for the launching command; a session ends by its decision.
process.on('SIGINT', () => undefined);
process.on('SIGHUP', () => undefined);

life.begin();
setTimeout(() => life.warmUp(), rehearsalDelayMs).unref();
void life.exited.then((code) => process.exit(code));
