import { SupervisorLink } from './supervisor-link.ts';
import { WorkerLife } from './worker-life.ts';

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
void life.exited.then((code) => process.exit(code));
