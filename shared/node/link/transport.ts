import type { SocketLines } from './socket-lines.ts';

interface TransportListeners {
  readonly onFrame: (frame: unknown) => void;
  /** Called once, after the last frame. */
  readonly onClosed: () => void;
}

/** Carries frames, which are JSON values, between a supervisor and a worker. */
export interface Transport {
  readonly listen: (listeners: TransportListeners) => void;
  /** Does nothing once closed. */
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

/** The IPC channel of `fork`, at either end: a child for its parent, `process` for the child itself. */
export const ipcTransport = (peer: IpcPeer): Transport => ({
  listen: ({ onFrame, onClosed }) => {
    peer.on('message', onFrame);
    peer.on('disconnect', onClosed);
    if (!peer.connected) onClosed();
  },
  send: (frame) => {
    // A failed send means that the process is dying: its exit handles the rest.
    if (peer.connected) peer.send?.(frame, () => undefined);
  },
  close: () => {
    if (peer.connected) peer.disconnect?.();
  },
});

/** A socket with one frame per line. */
export const socketTransport = (lines: SocketLines): Transport => {
  const { socket } = lines;
  return {
    listen: ({ onFrame, onClosed }) => {
      socket.once('close', onClosed);
      if (socket.destroyed) onClosed();
      lines.listen((line) => {
        const frame = parse(line);
        // Not one of ours.
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
