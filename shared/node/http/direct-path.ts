import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

interface DirectPath {
  /** Compared with the whole request target; with a query or another spelling, the request goes through Express. */
  readonly path: string;
  /** Runs before all routes; throws to refuse. */
  readonly admit: (request: IncomingMessage, response: ServerResponse, route: () => string) => void;
  readonly serve: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  readonly answerFailure: (
    thrown: unknown,
    request: IncomingMessage,
    response: ServerResponse,
  ) => void;
}

/**
 * The only routes that bypass Express: those for findings. For a tool that sends one finding per POST, Express takes
 * three times as long as everything else, because it swaps each request's prototype, which slows down every later
 * access: 140 µs of CPU per POST, 50 µs without.
 */
export const besideExpress = (app: RequestListener, direct: DirectPath): RequestListener => {
  const { path, admit, serve, answerFailure } = direct;
  return (request, response) => {
    if (request.url !== path) {
      app(request, response);
      return;
    }
    const fail = (thrown: unknown) => answerFailure(thrown, request, response);
    try {
      admit(request, response, () => path);
      serve(request, response).catch(fail);
    } catch (error) {
      fail(error);
    }
  };
};
