import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { MessageLink } from '../../../shared/node/link/message-link.ts';
import { ipcTransport } from '../../../shared/node/link/transport.ts';
import { noCounts } from '../../../shared/session/mode.ts';
import { toWorkerSchema, type Assignment } from '../../../shared/supervisor/worker-messages.ts';
import type { FromWorker } from '../../../shared/supervisor/from-worker-messages.ts';
import { acceptLink } from '../../../worker/link/accept-link.ts';

// Run in the place of the worker's entry: says to the supervisor whatever it is told to say, and shows nothing.

const settleMs = 10_000;

const send = (message: FromWorker) => link.send(message);

const link = new MessageLink({
  epoch: `${process.pid}-${performance.timeOrigin}`,
  onMessage: (raw) => {
    const message = toWorkerSchema.parse(raw);
    if (message.type === 'assign') void listen(message.assignment);
    else if (message.type === 'close') process.exit(0);
  },
  onLost: () => undefined,
});
link.attach(ipcTransport(process), { epoch: 'forker', seen: { epoch: '', seq: 0 } });
send({ type: 'loaded' });

const textOf = async (request: IncomingMessage): Promise<string> => {
  let text = '';
  for await (const part of request) text += String(part);
  return text;
};

/** `POST /say` with any JSON sends it as a message; answered when the supervisor has acknowledged it. */
const listen = async ({ nonce }: Assignment): Promise<void> => {
  const server = createServer((request, response) => {
    void textOf(request).then(async (text) => {
      if (request.url === '/say') {
        link.send(JSON.parse(text) as object);
        await link.settled(settleMs);
      }
      const { isAttached } = link;
      const unansweredMs = link.unansweredMs(performance.now());
      response.end(JSON.stringify({ isAttached, unansweredMs }));
    });
  });
  server.on('connect', (request, socket) => {
    const state = { preparation: { state: 'ready' }, outcome: null, counts: noCounts } as const;
    void acceptLink(request, socket as Socket, {
      nonce,
      hello: () => ({ ...link.hello, state }),
      attach: (transport, supervisor) => link.attach(transport, supervisor),
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  send({ type: 'ready', port: (server.address() as AddressInfo).port });
};
