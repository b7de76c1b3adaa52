import { isMet, ratioOf, type Bound, type Figure } from './figure.ts';

/** A number with three significant digits: 1,234, 56.7, 0.891. */
const formatNumber = (value: number): string =>
  value >= 100 || value === 0
    ? Math.round(value).toLocaleString('en')
    : String(Number(value.toPrecision(3)));

const formatBound = (bound: Bound, unit: Figure['unit']): string => {
  switch (bound.kind) {
    case 'none':
      return '';
    case 'at-most':
      return `≤ ${bound.limit.toLocaleString('en')} ${unit}`;
    case 'ratio-at-most':
      return `≤ ${bound.limit} ×`;
    case 'ratio-at-least':
      return `≥ ${bound.limit} ×`;
  }
};

const verdict = (figure: Figure): string => {
  const met = isMet(figure);
  if (met === undefined) return '';
  return met ? 'met' : 'missed';
};

/** The cells of a figure: name, measured, floor, ratio, bound, whether it is met, samples. */
export const figureCells = (figure: Figure): string[] => {
  const { name, unit, measured, spread, floor, bound, samples } = figure;
  const ratio = ratioOf(figure);
  return [
    name,
    spread === undefined
      ? `${formatNumber(measured)} ${unit}`
      : `${formatNumber(measured)} ${unit} (${spread.map(formatNumber).join(' to ')})`,
    floor === undefined ? '' : `${formatNumber(floor)} ${unit}`,
    ratio === undefined ? '' : `${formatNumber(ratio)} ×`,
    formatBound(bound, unit),
    verdict(figure),
    String(samples),
  ];
};
