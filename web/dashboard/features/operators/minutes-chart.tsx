import type { Minute } from '../../../../shared/supervisor/status.ts';
import { formatNumber, formatTime } from '../../../shell/texts/format.ts';
import { dashboardTexts } from '../../../shell/texts/dashboard-texts.ts';
import { FiguresTable } from './tables.tsx';

const width = 600;
const height = 120;
const axis = height / 2;
const kinds = ['opened', 'decided', 'died'] as const;
type Kind = (typeof kinds)[number];

const sumOf = (minutes: readonly Minute[], kind: Kind): number =>
  minutes.reduce((sum, minute) => sum + minute[kind], 0);

/** Sessions opened per minute above the axis, ended ones below; with a text alternative and a table. */
export const MinutesChart = ({ minutes }: { readonly minutes: readonly Minute[] }) => {
  const text = dashboardTexts().operators;
  const busy = minutes.filter((minute) => kinds.some((kind) => minute[kind] > 0));
  const [opened, decided, died] = kinds.map((kind) => sumOf(minutes, kind));
  return (
    <figure className="chart">
      <svg
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={text.chartText(opened ?? 0, decided ?? 0, died ?? 0)}
      >
        <Bars minutes={minutes} />
        <line className="chart-axis" x1="0" x2={width} y1={axis} y2={axis} />
      </svg>
      <Scale minutes={minutes} />
      <figcaption>
        {kinds.map((kind) => (
          <span key={kind} className="chart-legend" data-kind={kind}>
            {text[kind]} {formatNumber(sumOf(minutes, kind))}
          </span>
        ))}
      </figcaption>
      <details>
        <summary>{text.asTable}</summary>
        {busy.length === 0 ? <p>{text.quiet}</p> : <MinutesTable minutes={busy} />}
      </details>
    </figure>
  );
};

const Bars = ({ minutes }: { readonly minutes: readonly Minute[] }) => {
  const highest = Math.max(
    4,
    ...minutes.map(({ opened, decided, died }) => Math.max(opened, decided + died)),
  );
  const unit = (axis - 4) / highest;
  const step = width / Math.max(1, minutes.length);
  return minutes.map(({ at, opened, decided, died }, index) => {
    const bar = (kind: Kind, y: number, count: number) =>
      count === 0 ? null : (
        <rect
          className="chart-bar"
          data-kind={kind}
          x={index * step + 1}
          y={y}
          width={step - 2}
          height={count * unit}
        />
      );
    return (
      <g key={at}>
        {bar('opened', axis - opened * unit, opened)}
        {bar('decided', axis, decided)}
        {bar('died', axis + decided * unit, died)}
      </g>
    );
  });
};

/** Times at the start, middle and end. */
const Scale = ({ minutes }: { readonly minutes: readonly Minute[] }) => {
  const marks = [minutes[0], minutes[Math.floor(minutes.length / 2)], minutes.at(-1)];
  return (
    <div className="chart-scale" aria-hidden="true">
      {marks.map((mark) => mark !== undefined && <span key={mark.at}>{formatTime(mark.at)}</span>)}
    </div>
  );
};

const MinutesTable = ({ minutes }: { readonly minutes: readonly Minute[] }) => {
  const text = dashboardTexts().operators;
  return (
    <FiguresTable words={[text.minute]} numbers={kinds.map((kind) => text[kind])}>
      {minutes.map((minute) => (
        <tr key={minute.at}>
          <th scope="row">{formatTime(minute.at)}</th>
          {kinds.map((kind) => (
            <td key={kind} data-number="">
              {formatNumber(minute[kind])}
            </td>
          ))}
        </tr>
      ))}
    </FiguresTable>
  );
};
