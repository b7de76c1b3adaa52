import type { Context } from '../context.ts';
import { present } from '../opening/present.ts';
import { printJson, printResult } from '../output/print.ts';
import { findSession } from './find-session.ts';

interface ShowOptions {
  readonly id: string;
  readonly browser: string | false | undefined;
  readonly isJson: boolean;
}

/** Opens a session in the browser, read-only if it has ended, and prints its address. @returns the exit code */
export const showInBrowser = async (
  { id, browser, isJson }: ShowOptions,
  context: Context,
): Promise<number> => {
  const found = await findSession(id, context);
  if (found.kind === 'ended') {
    const { showEnded } = await import('./show-ended.ts');
    const url = await showEnded({ decision: found.decision, browser }, context);
    await (isJson ? printJson({ id, state: 'exited', url }) : printResult(`${id} ${url}`));
    return 0;
  }
  const { session } = found;
  await present(found, browser, context);
  await (isJson ? printJson(session) : printResult(`${session.id} ${session.url}`));
  return 0;
};
