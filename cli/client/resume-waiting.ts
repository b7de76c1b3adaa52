import { access } from 'node:fs/promises';
import { markCollected, readDecision } from '../../shared/node/decision-file.ts';
import { sessionFiles } from '../../shared/node/paths.ts';
import { refuseUnsafeFolder } from '../../shared/node/secure-folder.ts';
import type { Decision } from '../../shared/session/decision.ts';
import type { Context } from '../context.ts';
import { connect, connectIfRunning } from './connect.ts';
import type { ControlClient } from './control-client.ts';
import { unknownSession } from './known-id.ts';

/** How to go on waiting: the decision is there, or somebody can be asked for it. */
export type Resumed =
  | { readonly kind: 'decided'; readonly decision: Decision }
  | { readonly kind: 'open'; readonly client: ControlClient };

/**
 * Looks for a session without knowing whether its supervisor lives. One is started only for a session whose files are
 * there: after a `supervisor stop`, nobody who waited brings it back.
 * @throws GalleyError `not_found`, or what keeps a supervisor from starting
 */
export const resumeWaiting = async (id: string, context: Context): Promise<Resumed> => {
  const { spool, decision: decisionFile } = sessionFiles(context.paths, id);
  // A decision of somebody else's is none.
  refuseUnsafeFolder(context.paths.decisionsFolder);
  // Looked at first: a spool goes only after the decision has come.
  const isSpoolThere = await isThere(spool);
  const decision = await readDecision(decisionFile);
  if (decision !== undefined) {
    // Where it cannot be marked, it is only kept for longer.
    await markCollected(decisionFile, new Date()).catch(() => undefined);
    return { kind: 'decided', decision };
  }
  const client = isSpoolThere ? await connect(context) : await connectIfRunning(context);
  if (client === undefined) throw unknownSession(id);
  return { kind: 'open', client };
};

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    (error: unknown) => (error as NodeJS.ErrnoException).code !== 'ENOENT',
  );
