import type { ReactNode } from 'react';
import type { Death } from '../../../../shared/session/session.ts';
import type { WorkerMemory } from '../../../../shared/supervisor/status.ts';
import { MarkdownLine } from '../../../shell/markdown/markdown.tsx';
import { dashboardTexts } from '../../../shell/texts/dashboard-texts.ts';
import { formatMegabytes, formatNumber, formatTime } from '../../../shell/texts/format.ts';
import type { Row } from '../../store/row.ts';
import { useSelect } from '../../ui/dashboard.ts';

interface FiguresTableProps {
  /** Headings of the columns with words, then of those with numbers. */
  readonly words: readonly string[];
  readonly numbers?: readonly string[];
  readonly children: ReactNode;
}

export const FiguresTable = ({ words, numbers, children }: FiguresTableProps) => (
  <table className="figures">
    <thead>
      <tr>
        {words.map((name) => (
          <th key={name} scope="col">
            {name}
          </th>
        ))}
        {numbers?.map((name) => (
          <th key={name} scope="col" data-number="">
            {name}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>{children}</tbody>
  </table>
);

const maxShown = 20;

/** Exit reasons, expected ones first. */
const deathClasses: readonly Death['class'][] = [
  'clean',
  'closed',
  'crash',
  'killed',
  'out-of-memory',
  'start-failed',
];

/** How often processes ended for which reason. */
export const ExitReasons = ({ totals }: { readonly totals: Readonly<Record<string, number>> }) => {
  const { operators, deaths } = dashboardTexts();
  const known = deathClasses.filter((name) => (totals[name] ?? 0) > 0);
  if (known.length === 0) return <p className="operators-note">{operators.quiet}</p>;
  return (
    <FiguresTable words={[operators.endClass]} numbers={[operators.count]}>
      {known.map((name) => (
        <tr key={name}>
          <th scope="row">{deaths[name]}</th>
          <td data-number="">{formatNumber(totals[name] ?? 0)}</td>
        </tr>
      ))}
    </FiguresTable>
  );
};

const diedOf = (rows: ReadonlyMap<string, Row>): Row[] =>
  [...rows.values()]
    .filter(({ end }) => end?.outcome === 'undecided')
    .sort((one, other) => ((one.end?.endedAt ?? '') < (other.end?.endedAt ?? '') ? 1 : -1))
    .slice(0, maxShown);

/** The latest sessions that ended without a decision. */
export const LastDeaths = () => {
  const rows = useSelect((state) => state.sessions.rows);
  const { operators, deaths, columns } = dashboardTexts();
  const { when, endClass, exitCode, signal } = operators;
  const died = diedOf(rows);
  if (died.length === 0) return <p className="operators-note">{operators.noDeaths}</p>;
  return (
    <FiguresTable words={[columns.title, when, endClass, exitCode, signal]}>
      {died.map(({ session, end }) => (
        <tr key={session.id}>
          <th scope="row">
            <bdi>
              <MarkdownLine text={session.title} />
            </bdi>
          </th>
          <td>{formatTime(end?.endedAt ?? '')}</td>
          <td>{deaths[end?.death.class ?? 'crash']}</td>
          <td>{end?.death.exitCode ?? '–'}</td>
          <td>{end?.death.signal ?? '–'}</td>
        </tr>
      ))}
    </FiguresTable>
  );
};

type Figure = 'rssBytes' | 'pssBytes';

const sumOf = (workers: readonly WorkerMemory[], figure: Figure): number | null =>
  workers.every((worker) => worker[figure] === null)
    ? null
    : workers.reduce((sum, worker) => sum + (worker[figure] ?? 0), 0);

const shownOf = (bytes: number | null): string =>
  bytes === null ? dashboardTexts().operators.unknown : formatMegabytes(bytes);

/** Memory by session process, largest first. */
export const MemoryTable = ({ workers }: { readonly workers: readonly WorkerMemory[] }) => {
  const rows = useSelect((state) => state.sessions.rows);
  const { operators, columns } = dashboardTexts();
  if (workers.length === 0) return <p className="operators-note">{operators.noWorkers}</p>;
  const sorted = [...workers].sort((one, other) => (other.rssBytes ?? 0) - (one.rssBytes ?? 0));
  return (
    <div className="figures-scroll" tabIndex={0} role="group" aria-label={operators.memoryOf}>
      <FiguresTable
        words={[columns.title, operators.process]}
        numbers={[operators.rss, operators.pss]}
      >
        <MemoryRow title={operators.total} pid="" of={workers} />
        {sorted.map((worker) => (
          <MemoryRow
            key={worker.id}
            title={rows.get(worker.id)?.session.title ?? worker.id}
            pid={String(worker.pid)}
            of={[worker]}
          />
        ))}
      </FiguresTable>
    </div>
  );
};

interface MemoryRowProps {
  readonly title: string;
  readonly pid: string;
  readonly of: readonly WorkerMemory[];
}

const MemoryRow = ({ title, pid, of }: MemoryRowProps) => (
  <tr>
    <th scope="row">
      <bdi>
        <MarkdownLine text={title} />
      </bdi>
    </th>
    <td>{pid}</td>
    <td data-number="">{shownOf(sumOf(of, 'rssBytes'))}</td>
    <td data-number="">{shownOf(sumOf(of, 'pssBytes'))}</td>
  </tr>
);
