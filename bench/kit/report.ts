import { availableParallelism, loadavg, totalmem } from 'node:os';
import { isMet, type Figure } from './figure.ts';
import { figureCells } from './format-figure.ts';
import type { Row } from './row.ts';

/** The result of a row. */
export interface Outcome {
  readonly row: Row;
  readonly figures: readonly Figure[];
}

const gibibyte = 1024 ** 3;

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

const table = (outcomes: readonly Outcome[]): string => {
  const rows = outcomes.flatMap(({ figures }) =>
    figures.map((figure) => {
      const cells = figureCells(figure);
      return isMet(figure) === false
        ? cells.map((cell) => (cell === 'missed' ? '**missed**' : cell))
        : cells;
    }),
  );
  return [
    line(['what', 'measured', 'floor', 'ratio', 'bound', '', 'n']),
    line(['---', '--:', '--:', '--:', '--:', '---', '--:']),
    ...rows.map(line),
  ].join('\n');
};

/** A sentence that says how many bounds are met, and names the others. */
export const summary = (outcomes: readonly Outcome[]): string => {
  const held = outcomes
    .flatMap(({ figures }) => figures)
    .filter((figure) => isMet(figure) !== undefined);
  const missed = held.filter((figure) => isMet(figure) === false);
  const count = `${held.length - missed.length} of ${held.length} bounds are met`;
  return missed.length === 0
    ? `${count}.`
    : `${count}. Missed: ${missed.map(({ name }) => name).join('; ')}.`;
};

const isOfScreen = ({ row }: Outcome): boolean => row.id.startsWith('screen-');

const howEach = (outcomes: readonly Outcome[]): string =>
  outcomes.map(({ row }) => `- **${row.title}** (\`${row.id}\`). ${row.how}`).join('\n');

const screenHead = '## The screen\n';
const screenEnd = '## Again\n';

/** The section about the page's responsiveness, with how it is measured. */
const screenSection = (outcomes: readonly Outcome[]): string => `${screenHead}
What a person waits for, in a headless Chromium of 1280 × 800 on the same machine. The bounds are absolute; the floor
tells what the browser and the machine took for nothing at the same time. Of repeated measurements the median stands
there, and the least and the most of them. The diffs are generated, with a seed, and so the same in every run; one is
real: what changed between the two versions of zod that its package holds.

Measured on ${new Date().toISOString().slice(0, 10)}; in the last quarter of an hour ${(loadavg()[2] ?? 0).toFixed(1)} processes on average wanted the ${availableParallelism()} cores.
${summary(outcomes)}

${table(outcomes)}

${howEach(outcomes)}

`;

/** Replaces the section about the screen in a report. */
export const withScreenSection = (text: string, outcomes: readonly Outcome[]): string => {
  const end = text.indexOf(screenEnd);
  const start = text.includes(screenHead) ? text.indexOf(screenHead) : end;
  return text.slice(0, start) + screenSection(outcomes) + text.slice(end);
};

/** The text of `docs/benchmarks.md`, without details that identify the machine. */
export const report = (outcomes: readonly Outcome[]): string => {
  const others = outcomes.filter((outcome) => !isOfScreen(outcome));
  return withScreenSection(reportOfProcesses(others), outcomes.filter(isOfScreen));
};

const reportOfProcesses = (outcomes: readonly Outcome[]): string => `# Benchmarks

What Galley must hold, each figure beside its floor: the least that the same thing costs without Galley, measured in the
same run. Written by \`npm run bench\`; the machine: ${availableParallelism()} cores, ${Math.round(totalmem() / gibibyte)} GiB of memory, ${process.platform}, Node ${process.versions.node}.

${summary(outcomes)}

${table(outcomes)}

## How each is measured

${howEach(outcomes)}

Percentiles are by nearest rank. “In turns”: a floor, a product, a floor, a product, so that whatever else the machine
does meets both; the first pair is thrown away. Everything is the build that is shipped, in processes of its own, over
loopback.

${screenEnd}
\`\`\`sh
npm run bench                        # all of it, some thirty minutes; writes this file
npm run bench -- --only screen       # the screen; writes its section here
npm run bench -- --quick             # small counts, writes nothing
npm run bench -- --only open-warm    # one row, writes nothing
\`\`\`

Other work on the machine moves the absolute figures more than the ratios; a run on a busy machine is not worth keeping.
`;
