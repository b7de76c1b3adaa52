import type { FromFrame } from '../../../shared/frame/frame-message.ts';
import type { Painter } from './painter.ts';
import type { TextMap } from './text-map.ts';

/** What the parts of the frame's script share. */
export interface FramePage {
  readonly map: TextMap;
  readonly painter: Painter;
  /** Where links lead. */
  readonly links: WeakMap<Node, string>;
  readonly send: (message: FromFrame) => void;
}
