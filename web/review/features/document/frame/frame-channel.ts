import {
  readFrameMessage,
  type FromFrame,
  type ToFrame,
} from '../../../../../shared/frame/frame-message.ts';

/** More than a person does. What is beyond is dropped. */
const mostAtOnce = 200;
const perSecond = 60;

export interface FrameChannel {
  readonly send: (message: ToFrame) => void;
  readonly close: () => void;
}

/**
 * Hands one end of a channel to the frame's script, which must have just loaded. Its messages are parsed, and bounded in
 * number: the document in the frame is hostile.
 */
export const openChannel = (
  frame: Window,
  onMessage: (message: FromFrame) => void,
): FrameChannel => {
  const { port1: own, port2: other } = new MessageChannel();
  let left = mostAtOnce;
  let countedAt = performance.now();
  own.addEventListener('message', ({ data }) => {
    const now = performance.now();
    left = Math.min(mostAtOnce, left + ((now - countedAt) / 1000) * perSecond);
    countedAt = now;
    if (left < 1) return;
    left -= 1;
    const message = readFrameMessage(data);
    if (message !== undefined) onMessage(message);
  });
  own.start();
  // A sandboxed frame has no origin that could be named. Nothing but our script is in it yet.
  frame.postMessage('port', '*', [other]);
  return {
    // A port has no target origin.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    send: (message) => own.postMessage(message),
    close: () => own.close(),
  };
};
