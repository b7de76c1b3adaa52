import { GalleyError } from '../../shared/errors.ts';
import { readEnded } from '../../shared/node/ended-reviews.ts';
import type { Decision } from '../../shared/session/decision.ts';
import { endedAddress } from '../../shared/supervisor/control-targets.ts';
import { connect } from '../client/connect.ts';
import type { Context } from '../context.ts';
import { present } from '../browser/open-in-browser.ts';
import { outcomeText } from '../output/outcome-text.ts';
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
    const url = await showEnded(found.decision, browser, context);
    await (isJson ? printJson({ id, state: 'exited', url }) : printResult(`${id} ${url}`));
    return 0;
  }
  const { session } = found;
  await present(found, browser, context);
  await (isJson ? printJson(session) : printResult(`${session.id} ${session.url}`));
  return 0;
};

/**
 * Opens an ended review, read-only. Starts the supervisor if necessary, which serves it.
 * @returns its address
 * @throws GalleyError `already_decided` if its content is no longer kept
 */
const showEnded = async (
  { id, outcome, mode }: Decision,
  browser: ShowOptions['browser'],
  context: Context,
): Promise<string> => {
  if ((await readEnded(context.paths.decisionsFolder, id)) === undefined)
    throw new GalleyError(
      'already_decided',
      `The review ${id} has ended (${outcomeText(outcome, mode)}), and its content is no longer kept. \`galley sessions wait ${id}\` prints its decision.`,
    );
  const { record } = await connect(context);
  const { gateway } = record;
  const url = gateway === undefined ? endedAddress(record.url, id) : `${gateway.url}/s/${id}/`;
  await present({ session: { id, url }, gateway }, browser, context);
  return url;
};
