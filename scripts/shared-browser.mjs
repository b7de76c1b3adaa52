// One Chromium for all test files of a run, started on demand.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { launchChromiumServer } from './chromium.mjs';

/**
 * Returns a URL that responds with the browser's address, and a function that stops both. A browser that died is
 * restarted.
 */
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
  // It must not keep the process alive.
  server.unref();
  return {
    address: `http://127.0.0.1:${server.address().port}`,
    close: async () => {
      server.close();
      await (await launched)?.close();
    },
  };
};
