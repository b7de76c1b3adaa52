import { printJson, printResult } from '../output/print.ts';
import { prepareRequest } from './open-request.ts';
import { openSession } from './open-session.ts';
import type { Opening, OpeningContext } from './opening.ts';
import { present } from './present.ts';

/** Opens a review without waiting, shows it, and prints its id and address. @returns the exit code */
export const openDetached = async (
  opening: Opening,
  { context, connecting }: OpeningContext,
): Promise<number> => {
  const prepared = await prepareRequest(opening, {
    isDetached: true,
    temporaryFolder: context.paths.stateFolder,
  });
  const opened = await openSession(prepared, { connecting, context });
  const { session } = opened;
  await present(opened, opening.browser, context);
  await (opening.isJson ? printJson(session) : printResult(`${session.id} ${session.url}`));
  return 0;
};
