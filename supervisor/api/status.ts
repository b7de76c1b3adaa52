import type { Config } from '../../shared/config.ts';
import type { Network } from '../../shared/network.ts';
import { release } from '../../shared/node/release.ts';
import type { SupervisorRecord } from '../../shared/supervisor/registry.ts';
import type { Status } from '../../shared/supervisor/status.ts';
import type { Sessions } from '../sessions/sessions.ts';
import type { ThreadPool } from '../threads/thread-pool.ts';
import type { WarmPool } from '../workers/warm-pool.ts';

interface StatusParts {
  readonly record: SupervisorRecord;
  readonly network: Network;
  readonly sessions: Sessions;
  readonly threads: ThreadPool;
  readonly pool: WarmPool;
  /** The current settings. */
  readonly config: Config;
}

/** The answer of `GET /v1/status` from the leading supervisor. */
export const makeStatus = ({
  record: { pid, url, startedAt, gateway },
  network,
  sessions,
  threads,
  pool,
  config: { theme, language, keys },
}: StatusParts): Status => {
  const { totals } = sessions;
  return {
    pid,
    url,
    startedAt,
    release,
    network,
    ...(gateway === undefined ? {} : { gateway }),
    nodeVersion: process.version,
    sessions: sessions.size,
    unresponsive: sessions.records().filter(({ isResponsive }) => !isResponsive).length,
    waitingConnections: sessions.waitingCount,
    warmWorkers: pool.warmCount,
    memoryBytes: process.memoryUsage.rss(),
    threads: threads.stats(),
    totals: {
      opened: totals.opened,
      outcomes: Object.fromEntries(totals.outcomes),
      deaths: Object.fromEntries(totals.deaths),
    },
    minutes: sessions.history.minutes(Date.now()),
    page: { theme, language, keys },
  };
};
