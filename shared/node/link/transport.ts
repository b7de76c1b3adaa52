import type { SocketLines } from './socket-lines.ts';

interface TransportListeners {
  readonly onFrame: (frame: unknown) => void;
  /** Called once; no frame comes afterwards. */
  readonly onClosed: () => void;
}

/** What carries frames between a supervisor and a worker. A frame is a JSON value. */
export interface Transport {
  readonly listen: (listeners: TransportListeners) => void;
  /** One that is closed takes nothing; `onClosed` has told so. */
  readonly send: (frame: object) => void;
  readonly close: () => void;
}

interface IpcPeer {
  readonly connected: boolean;
  on(event: 'message', listener: (message: unknown) => void): unknown;
  on(event: 'disconnect', listener: () => void): unknown;
  send?: ((message: object, callback: () => void) => unknown) | undefined;
  disconnect?: (() => void) | undefined;
}

/** The channel that `fork` makes, at either end: a child for its parent, `process` for the child itself. */
export const ipcTransport = (peer: IpcPeer): Transport => ({
  listen: ({ onFrame, onClosed }) => {
    peer.on('message', onFrame);
    peer.on('disconnect', onClosed);
    if (!peer.connected) onClosed();
  },
  send: (frame) => {
    // A send that fails belongs to a process that is dying: its end tells the rest.
    if (peer.connected) peer.send?.(frame, () => undefined);
  },
  close: () => {
    if (peer.connected) peer.disconnect?.();
  },
});

/** A connection that carries one frame a line. */
export const socketTransport = (lines: SocketLines): Transport => {
  const { socket } = lines;
  return {
    listen: ({ onFrame, onClosed }) => {
      socket.once('close', onClosed);
      if (socket.destroyed) onClosed();
      lines.listen((line) => {
        const frame = parse(line);
        // Whoever sends what is no frame is none of ours.
        if (frame === undefined) socket.destroy();
        else if (!socket.destroyed) onFrame(frame);
      });
    },
    send: (frame) => {
      if (socket.writable) socket.write(`${JSON.stringify(frame)}\n`);
    },
    close: () => {
      socket.destroySoon();
    },
  };
};

const parse = (line: string): unknown => {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
};
