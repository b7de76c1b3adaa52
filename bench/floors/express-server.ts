// A forked express server with one route. Loads express unbundled, which takes less memory than a bundle.
import express from 'express';
import type { AddressInfo } from 'node:net';

const app = express();
app.get('/', (_request, response) => {
  response.send('ok');
});
const server = app.listen(0, '127.0.0.1', () => {
  process.send?.({ port: (server.address() as AddressInfo).port });
});
process.once('disconnect', () => process.exit(0));
