import { SupervisorLink } from './supervisor-link.ts';
import { WorkerLife } from './worker-life.ts';

/** In a rush of openings a worker is assigned at once, and the cores are wanted elsewhere. */
const rehearsalDelayMs = 50;

const link = new SupervisorLink();
const life = new WorkerLife(link);

process.on('uncaughtException', (error) => life.crash(error));
process.on('unhandledRejection', (reason) => life.crash(reason));
process.on('SIGTERM', () => life.terminate());
// A terminal's Ctrl-C, or its end, is meant for what runs there: a session ends by its decision.
process.on('SIGINT', () => undefined);
process.on('SIGHUP', () => undefined);

link.listen({
  onMessage: (message) => life.receive(message),
  onForeign: (error) => life.refuse(error),
  onLost: () => life.orphan(),
});
void link.send({ type: 'loaded' });
setTimeout(() => life.rehearse(), rehearsalDelayMs).unref();
void life.exited.then((code) => process.exit(code));
