import type { Context } from '../context.ts';
import type { Format, FormatName, HookEvent } from '../formats/format.ts';
import { formats } from '../formats/formats.ts';
import { HookDeadline } from './hook-deadline.ts';
import type { HookAnswer, HookMemory } from './hook-memory.ts';
import type { OpenedSession } from './open-session.ts';
import type { Opening } from './opening.ts';

/** One run of a host's hook, and what is known so far. */
export interface Hook {
  readonly name: FormatName;
  readonly format: Format;
  /** From the command line. */
  readonly opening: Opening;
  readonly context: Context;
  readonly deadline: HookDeadline;
  event: HookEvent | undefined;
  /** Set once the hook and the host's session are known. */
  memory: HookMemory | undefined;
  /** The digest of the subject, as in HookAnswer. */
  about: HookAnswer['about'];
  /** The review that it waits for. */
  opened: OpenedSession | undefined;
}

export const makeHook = (opening: Opening, name: FormatName, context: Context): Hook => ({
  name,
  format: formats[name],
  opening,
  context,
  deadline: new HookDeadline(),
  event: undefined,
  memory: undefined,
  about: undefined,
  opened: undefined,
});
