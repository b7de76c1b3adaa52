import type { Death } from '../../../../shared/session/session.ts';
import { MarkdownLine } from '../../../shell/markdown/markdown.tsx';
import { dashboardTexts } from '../../../shell/texts/dashboard-texts.ts';
import { formatNumber, formatTime } from '../../../shell/texts/format.ts';
import type { Row } from '../../store/row.ts';
import { useSelect } from '../../ui/dashboard.ts';
import { Section } from './section.tsx';

const maxShown = 20;

/** Exit reasons of processes with counts, and the unexpected ones in detail. */
export const Deaths = ({ totals }: { readonly totals: Readonly<Record<string, number>> }) => {
  const text = dashboardTexts();
  const known = deathClasses.filter((name) => (totals[name] ?? 0) > 0);
  return (
    <>
      <Section title={text.operators.ends}>
        {known.length === 0 ? (
          <p className="operators-note">{text.operators.quiet}</p>
        ) : (
          <table className="figures">
            <thead>
              <tr>
                <th scope="col">{text.operators.endClass}</th>
                <th scope="col" data-number="">
                  {text.operators.count}
                </th>
              </tr>
            </thead>
            <tbody>
              {known.map((name) => (
                <tr key={name}>
                  <th scope="row">{text.deaths[name]}</th>
                  <td data-number="">{formatNumber(totals[name] ?? 0)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Section>
      <Section title={text.operators.lastDeaths}>
        <LastDeaths />
      </Section>
    </>
  );
};

const diedOf = (rows: ReadonlyMap<string, Row>): Row[] =>
  [...rows.values()]
    .filter(({ end }) => end?.outcome === 'undecided')
    .sort((one, other) => ((one.end?.endedAt ?? '') < (other.end?.endedAt ?? '') ? 1 : -1))
    .slice(0, maxShown);

const LastDeaths = () => {
  const rows = useSelect((state) => state.sessions.rows);
  const { operators, deaths, columns } = dashboardTexts();
  const died = diedOf(rows);
  if (died.length === 0) return <p className="operators-note">{operators.noDeaths}</p>;
  return (
    <table className="figures">
      <thead>
        <tr>
          <th scope="col">{columns.title}</th>
          <th scope="col">{operators.when}</th>
          <th scope="col">{operators.endClass}</th>
          <th scope="col">{operators.exitCode}</th>
          <th scope="col">{operators.signal}</th>
        </tr>
      </thead>
      <tbody>
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
      </tbody>
    </table>
  );
};

/** Exit reasons, expected ones first. */
const deathClasses: readonly Death['class'][] = [
  'clean',
  'closed',
  'crash',
  'killed',
  'out-of-memory',
  'start-failed',
];
