import { chooseNetwork, type NetworkMode } from '../../shared/network.ts';
import { readConfig } from '../../shared/node/config-file.ts';
import { GalleyError } from '../../shared/errors.ts';
import type { SupervisorRecord } from '../../shared/supervisor/registry.ts';
import { connect } from '../client/connect.ts';
import type { ControlClient } from '../client/control-client.ts';
import type { Context } from '../context.ts';
import { printNote } from '../output/print.ts';

/**
 * Connects to the supervisor, starting it if necessary, in the network mode that the command line asks for. If only the
 * environment asks for remote mode, a mismatch is noted on stderr.
 * @throws GalleyError `network_conflict` if the command line asks for the other mode; as connect
 */
export const connectInNetwork = async (context: Context): Promise<ControlClient> => {
  const client = await connect(context);
  const { remote, awaySign } = context.env;
  if (remote === undefined && awaySign === undefined) return client;
  const running = modeOf(client.record);
  if (context.isRemoteFlagSet === true && remote !== (running === 'remote'))
    throw new GalleyError('network_conflict', conflict(running));
  if (running === 'local') await warnIfUnexpected(context);
  return client;
};

/** Runs `use` while connecting to the supervisor. If it fails, a supervisor started for it is stopped. */
export const whileConnecting = async <Result>(
  context: Context,
  use: (connecting: Promise<ControlClient>) => Promise<Result>,
): Promise<Result> => {
  const connecting = connectInNetwork(context);
  // Awaited later, or never if there is nothing to open.
  connecting.catch(() => undefined);
  try {
    return await use(connecting);
  } catch (error) {
    await connecting.then(
      (started) => started.stopIfUnused(),
      () => undefined,
    );
    throw error;
  }
};

const modeOf = ({ gateway }: SupervisorRecord): NetworkMode =>
  gateway === undefined ? 'local' : 'remote';

const conflict = (running: NetworkMode): string => {
  const reach =
    running === 'local'
      ? 'in local mode, which other machines cannot reach'
      : 'in remote mode, which lets other machines reach its reviews';
  const flag = running === 'local' ? '--remote' : '--no-remote';
  return `A supervisor is already running ${reach}. \`galley supervisor restart ${flag}\` switches the mode and keeps open reviews; or leave out ${flag}.`;
};

/** A reviewer on another machine would wait for a page that cannot be reached. */
const warnIfUnexpected = async ({ env, paths }: Context): Promise<void> => {
  // The supervisor reports a broken config file.
  const setting = await readConfig(paths.config).then(
    (config) => config.remote,
    () => 'auto' as const,
  );
  const { mode, because } = chooseNetwork({ asked: env.remote, setting, sign: env.awaySign });
  if (mode === 'remote')
    await printNote(
      `galley: The supervisor is in local mode although ${because}, so other machines cannot reach its reviews. \`galley supervisor restart --remote\` changes that.`,
    );
};
