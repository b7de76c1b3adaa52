// A forked node:http server that parses and stores findings and sends them to the readers of its stream.
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

let stored: unknown[] = [];
let version = 0;
const readers = new Set<ServerResponse>();

const send = (response: ServerResponse, status: number, body: unknown): void => {
  const bytes = Buffer.from(JSON.stringify(body));
  response
    .writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': bytes.length })
    .end(bytes);
};

const store = (body: Buffer): { ids: string[]; version: number } => {
  const record = { ...(JSON.parse(body.toString()) as object), id: randomUUID() };
  stored.push(record);
  version += 1;
  if (readers.size > 0) {
    const event = `id: ${version}\ndata: ${JSON.stringify({ type: 'add', annotations: [record], version })}\n\n`;
    for (const reader of readers) reader.write(event);
  }
  return { ids: [record.id], version };
};

const openStream = (request: IncomingMessage, response: ServerResponse): void => {
  request.socket.setNoDelay(true);
  response.writeHead(200, { 'Content-Type': 'text/event-stream' }).write('data: {}\n\n');
  readers.add(response);
  response.on('close', () => readers.delete(response));
};

const server = createServer((request, response) => {
  if (request.method === 'GET') {
    openStream(request, response);
  } else if (request.method === 'DELETE') {
    stored = [];
    send(response, 200, { version });
  } else {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => send(response, 201, store(Buffer.concat(parts))));
  }
});
server.listen(0, '127.0.0.1', () => {
  process.send?.({ port: (server.address() as AddressInfo).port });
});
process.once('disconnect', () => process.exit(0));
