import { GalleyError } from '../../shared/errors.ts';
import type { Context } from '../context.ts';
import { present } from '../opening/present.ts';
import { printJson, printResult } from '../output/print.ts';
import { findSession } from './find-session.ts';

interface ShowOptions {
  readonly id: string;
  readonly browser: string | false | undefined;
  readonly isJson: boolean;
}

/** Shows an open session in the browser and prints its address. @returns the exit code */
export const showInBrowser = async (
  { id, browser, isJson }: ShowOptions,
  context: Context,
): Promise<number> => {
  const found = await findSession(id, context);
  if (found.kind === 'ended')
    throw new GalleyError(
      'already_decided',
      `The review ${id} has ended (${found.decision.outcome}). \`galley sessions wait ${id}\` prints its decision.`,
    );
  const { session } = found;
  await present(found, browser, context);
  await (isJson ? printJson(session) : printResult(`${session.id} ${session.url}`));
  return 0;
};
