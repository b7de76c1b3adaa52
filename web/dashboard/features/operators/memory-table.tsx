import type { WorkerMemory } from '../../../../shared/supervisor/status.ts';
import { MarkdownLine } from '../../../shell/markdown/markdown.tsx';
import { formatMegabytes } from '../../../shell/texts/format.ts';
import { dashboardTexts } from '../../../shell/texts/dashboard-texts.ts';
import { useSelect } from '../../ui/dashboard.ts';
import { FiguresTable } from './figures.tsx';

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
