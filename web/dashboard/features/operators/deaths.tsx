import type { Death } from '../../../../shared/session/session.ts';
import { MarkdownLine } from '../../../shell/markdown/markdown.tsx';
import { dashboardTexts } from '../../../shell/texts/dashboard-texts.ts';
import { formatNumber, formatTime } from '../../../shell/texts/format.ts';
import type { Row } from '../../store/row.ts';
import { useSelect } from '../../ui/dashboard.ts';
import { FiguresTable } from './figures.tsx';

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
