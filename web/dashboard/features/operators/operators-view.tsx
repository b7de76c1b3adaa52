import { useEffect, type ReactNode } from 'react';
import type { Status } from '../../../../shared/supervisor/status.ts';
import { dashboardTexts } from '../../../shell/texts/dashboard-texts.ts';
import { formatAge, formatMegabytes, formatNumber } from '../../../shell/texts/format.ts';
import { useDashboard, useNow, useSelect } from '../../ui/dashboard.ts';
import { MinutesChart } from './minutes-chart.tsx';
import { ExitReasons, LastDeaths, MemoryTable } from './tables.tsx';
import './operators.css';

export const OperatorsView = () => {
  useFreshStatus();
  const status = useSelect((state) => state.status);
  const text = dashboardTexts();
  return (
    <div className="operators">
      <h1 className="visually-hidden">{text.tabs.operators}</h1>
      {status === null ? <p>{text.unreachable}</p> : <Figures status={status} />}
    </div>
  );
};

const Figures = ({ status }: { readonly status: Status }) => {
  const text = dashboardTexts().operators;
  return (
    <>
      <Section title={text.supervisor}>
        <SupervisorFacts status={status} />
      </Section>
      <Section title={text.chart}>
        <MinutesChart minutes={status.minutes} />
      </Section>
      <Section title={text.ends}>
        <ExitReasons totals={status.totals.deaths} />
      </Section>
      <Section title={text.lastDeaths}>
        <LastDeaths />
      </Section>
      <Section title={text.memoryOf}>
        <MemoryTable workers={status.workers ?? []} />
      </Section>
    </>
  );
};

interface SectionProps {
  readonly title: string;
  readonly children: ReactNode;
}

const Section = ({ title, children }: SectionProps) => (
  <section className="operators-section" aria-label={title}>
    <h2>{title}</h2>
    {children}
  </section>
);

const SupervisorFacts = ({ status }: { readonly status: Status }) => {
  const nowMs = useNow();
  const text = dashboardTexts().operators;
  const facts: readonly (readonly [string, string])[] = [
    [text.process, String(status.pid)],
    [text.release, status.release],
    [text.node, status.nodeVersion],
    [text.uptime, formatAge(nowMs - Date.parse(status.startedAt))],
    [text.memory, formatMegabytes(status.memoryBytes)],
    [text.reviews, text.reviewsNow(status.sessions, status.unresponsive)],
    [text.waiting, formatNumber(status.waitingConnections)],
    [text.warm, formatNumber(status.warmWorkers)],
    [text.pool, text.poolNow(status.threads)],
    [text.network, text.networkWhy(status.network)],
  ];
  return (
    <dl className="facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
};

const pollMs = 5000;

/** Polls the status while the page is visible. */
const useFreshStatus = (): void => {
  const { client, store } = useDashboard();
  useEffect(() => {
    let isAsking = false;
    const read = async () => {
      if (document.hidden || isAsking) return;
      isAsking = true;
      const answer = await client.call('getStatus', { query: { workers: 'memory' } });
      isAsking = false;
      if (answer.kind === 'ok') store.dispatch({ type: 'status/read', status: answer.value });
    };
    const timer = setInterval(() => void read(), pollMs);
    void read();
    return () => clearInterval(timer);
  }, [client, store]);
};
