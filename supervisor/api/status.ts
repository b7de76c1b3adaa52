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

type Sample = readonly [labels: string, value: number];

interface Metric {
  readonly name: string;
  readonly type: 'gauge' | 'counter';
  readonly help: string;
  readonly samples: readonly Sample[];
}

const gauge = (name: string, help: string, value: number): Metric => ({
  name,
  type: 'gauge',
  help,
  samples: [['', value]],
});

const counter = (name: string, help: string, value: number): Metric => ({
  ...gauge(name, help, value),
  type: 'counter',
});

const labelled = (
  metric: Metric,
  label: string,
  counts: Readonly<Record<string, number>>,
): Metric => ({
  ...metric,
  samples: Object.entries(counts).map(([value, count]) => [`{${label}="${value}"}`, count]),
});

const textOf = ({ name, type, help, samples }: Metric): string =>
  [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} ${type}`,
    ...samples.map(([labels, value]) => `${name}${labels} ${value}`),
  ].join('\n');

/** The figures of the status in Prometheus text format. */
export const metricsText = ({
  sessions,
  unresponsive,
  waitingConnections,
  warmWorkers,
  threads,
  totals,
  release,
  memoryBytes,
}: Status): string => {
  const metrics = [
    labelled(gauge('galley_info', 'The release that runs.', 1), 'release', { [release]: 1 }),
    gauge('galley_sessions', 'Sessions that run.', sessions),
    gauge(
      'galley_unresponsive_sessions',
      'Sessions whose process lives and does not answer.',
      unresponsive,
    ),
    gauge('galley_waiting_connections', 'Requests that wait for a decision.', waitingConnections),
    gauge('galley_warm_workers', 'Workers that wait for a session.', warmWorkers),
    counter('galley_sessions_opened_total', 'Sessions opened.', totals.opened),
    labelled(
      counter('galley_decisions_total', 'Sessions ended, by outcome.', 0),
      'outcome',
      totals.outcomes,
    ),
    labelled(
      counter('galley_worker_deaths_total', 'Sessions ended, by how the process did.', 0),
      'class',
      totals.deaths,
    ),
    gauge('galley_tasks_running', 'Tasks in the thread pool.', threads.running),
    gauge('galley_tasks_queued', 'Tasks that wait for a thread.', threads.queued),
    counter('galley_tasks_completed_total', 'Tasks done.', threads.completed),
    counter('galley_tasks_failed_total', 'Tasks that failed.', threads.failed),
    gauge('process_resident_memory_bytes', 'Memory of the supervisor.', memoryBytes),
  ];
  return `${metrics.map(textOf).join('\n')}\n`;
};
