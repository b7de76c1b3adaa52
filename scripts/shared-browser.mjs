// One Chromium for all test files of a run, started when the first of them asks for it.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { launchChromiumServer } from './chromium.mjs';

/** An address that answers with the browser's own, and what ends both. A browser that has died is started anew. */
export const shareBrowser = async () => {
  let launched;
  const launch = async () => {
    const browser = await launchChromiumServer();
    browser.on('close', () => (launched = undefined));
    return browser;
  };
  const answer = async (response) => {
    try {
      launched ??= launch();
      response.end((await launched).wsEndpoint());
    } catch (error) {
      launched = undefined;
      response.writeHead(500).end(error.message);
    }
  };
  const server = createServer((_, response) => void answer(response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // It waits for nobody who does not ask.
  server.unref();
  return {
    address: `http://127.0.0.1:${server.address().port}`,
    close: async () => {
      server.close();
      await (await launched)?.close();
    },
  };
};
