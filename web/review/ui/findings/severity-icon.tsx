import type { Severity } from '../../../../shared/annotations/fields.ts';

/** Highest first. */
export const severities: readonly Severity[] = ['error', 'warning', 'info'];

const shapes: Readonly<Record<Severity, string>> = {
  error: 'M3.5 0a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7z',
  warning: 'M3.5 .3 7 6.8H0z',
  info: 'M.5 .5h6v6h-6z',
};
/** A ring. */
const noSeverity =
  'M3.5 0a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7zm0 1.2a2.3 2.3 0 1 0 0 4.6 2.3 2.3 0 0 0 0-4.6z';

/** The highest severity, if any is set. */
export const worstOf = (some: readonly (Severity | undefined)[]): Severity | undefined =>
  severities.find((severity) => some.includes(severity));

/** The same for findings. */
export const worstSeverity = (
  findings: readonly { readonly severity?: Severity }[],
): Severity | undefined => worstOf(findings.map(({ severity }) => severity));

/** The severity by shape and colour; decorative, since the text beside it names it. */
export const SeverityIcon = ({ severity }: { readonly severity: Severity | undefined }) => (
  <svg
    className="severity-icon"
    data-severity={severity}
    aria-hidden="true"
    focusable="false"
    width="7"
    height="7"
    viewBox="0 0 7 7"
    fill="currentColor"
  >
    <path fillRule="evenodd" d={severity === undefined ? noSeverity : shapes[severity]} />
  </svg>
);
