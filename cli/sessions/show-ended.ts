import { readEnded } from '../../shared/node/ended-reviews.ts';
import type { Decision } from '../../shared/session/decision.ts';
import { endedAddress } from '../../shared/supervisor/ended-address.ts';
import { GalleyError } from '../../shared/errors.ts';
import { connect } from '../client/connect.ts';
import type { Context } from '../context.ts';
import { outcomeText } from '../output/outcome-text.ts';
import { present } from '../opening/present.ts';

interface ShowOptions {
  readonly decision: Decision;
  readonly browser: string | false | undefined;
}

/**
 * Opens an ended review in the browser, read-only. Starts the supervisor if necessary, which serves it.
 * @returns its address
 * @throws GalleyError `already_decided` if its content is no longer kept
 */
export const showEnded = async (
  { decision: { id, outcome, mode }, browser }: ShowOptions,
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
