import type { Context } from '../context.ts';
import type { Format, FormatName, HookEvent } from '../formats/format.ts';
import { formats } from '../formats/formats.ts';
import { HookLimit } from './hook-limit.ts';
import type { HookAnswer, HookMemory } from './hook-memory.ts';
import type { OpenedSession } from './open-session.ts';
import type { Opening } from './opening.ts';

/** One run of a host's hook, and what has become known in it so far. */
export interface Hook {
  readonly name: FormatName;
  readonly format: Format;
  /** What the command line says. */
  readonly opening: Opening;
  readonly context: Context;
  readonly limit: HookLimit;
  event: HookEvent | undefined;
  /** Once it is known which hook of which session of the host it is. */
  memory: HookMemory | undefined;
  /** What is asked about, as in HookAnswer. */
  about: HookAnswer['about'];
  /** The review that waiting for its decision. */
  opened: OpenedSession | undefined;
}

export const makeHook = (opening: Opening, name: FormatName, context: Context): Hook => ({
  name,
  format: formats[name],
  opening,
  context,
  limit: new HookLimit(),
  event: undefined,
  memory: undefined,
  about: undefined,
  opened: undefined,
});
