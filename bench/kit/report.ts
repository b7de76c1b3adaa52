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
is what the browser and the machine needed for nothing at the same time. Repeated measurements are given as median,
minimum and maximum. The diffs are generated from a seed, so they are the same in every run; three are real: the
changes between the two versions of zod in its package, and between releases of three and antd.

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

/** Measured by hand: each was taken out alone, and builds were run in random order. */
const startUp = `## What keeps the start short

What the build and the worker do for a short start and a small worker stays only where it saves at least 3 % of its figure:

| what | saves |
| --- | --- |
| V8's compiled code beside each bundle (\`scripts/loader.cjs\`) | 23 % of the CLI's CPU time to start, 29 % of a worker's, 14 % of a warm worker's memory; 38 % of the task process's CPU time to start and prepare a plan, 27 % with a patch |
| a stand-in for \`string-width\` | 20 % of the CLI's CPU time to start |
| a stand-in for \`mime-db\` | 13 % of a worker's CPU time to start |
| a stand-in for \`iconv-lite\` | 4.8 % of a warm worker's memory |
| schemas only where something is parsed by them: a worker has none of the answers of its routes, nor of the messages that it sends | of a worker's memory: with a plan 4 %, with a change 8 %, with a folder of 5,000 documents 18 %; with all that a page asks for first 10 to 15 % |
| a worker's parts, each loaded when it is first asked for | of its CPU time to start, and of its memory: the decision 14 % and 7 %, drafts 10 % and 5 %, the file of a draft 8 % and 2 %, the watch of a document 9 % and 5 %, settings 7 % and 10 %, the preview 8 % and 1 %, the collection of findings 1 % and 4 % |
| the supervisor's parts, likewise | of its CPU time to start: \`undici\` 24 %, the gateway 24 %, ended reviews 9 %, \`execa\` 4 % |
| a thread's tasks, likewise | of its CPU time to start: addresses 53 %, openings 29 %, changes without whitespace 24 %, sides 21 %, documents 17 %, changes 16 %, inspection 15 %, work trees 14 %, refreshes 14 %, search 6 % |
| the CLI's commands, likewise | of the CPU time of \`sessions list\`: \`show --findings\` 58 %, \`dashboard\` 39 %, \`show\` 35 %, hooks 34 %, \`close\` 31 %, \`wait\` and the opening of reviews 30 %, \`config\` 28 %, \`supervisor\` 25 to 28 %, \`open\` 27 %, \`doctor\` 22 %, \`list --ended\` 16 % |
| the findings' path beside Express (\`shared/node/http/direct-path.ts\`) | 140 µs of a worker's CPU time for each POST become 50 µs |
| freed memory that a worker gives back (\`workerEnv\` in \`shared/node/env.ts\`) | a worker that has answered with each patch of a large change grows by 1.4 to 1.7 MiB, without it by 2.0 to 2.3 MiB |

Medians of 6 to 22 starts each, Node 20.20, 2026-11-23; the schemas: of 8 to 12 workers, 2026-11-26. Stand-ins for \`assert\`, \`debug\` and \`qs\` saved less, and are gone;
so did more than 30 other parts that were loaded late. Percentages of parts do not add up, as they share code. The handlers
of a family come with its schemas.
`;

const reportOfProcesses = (outcomes: readonly Outcome[]): string => `# Benchmarks

The figures that Galley must hold, each beside its floor: the least that the same thing costs without Galley, measured in
the same run. Written by \`npm run bench\`; the machine: ${availableParallelism()} cores, ${Math.round(totalmem() / gibibyte)} GiB of memory, ${process.platform}, Node ${process.versions.node}.

${summary(outcomes)}

${table(outcomes)}

## How each is measured

${howEach(outcomes)}

Percentiles are by nearest rank. “In turns”: a floor, a product, a floor, a product, so that other load on the machine
affects both; the first pair is discarded. Everything runs the shipped build, in its own processes, over loopback.

${startUp}

${screenEnd}
\`\`\`sh
npm run bench                        # all of it, some thirty minutes; writes this file
npm run bench -- --only screen       # the screen; writes its section here
npm run bench -- --quick             # small counts, writes nothing
npm run bench -- --only open-warm    # one row, writes nothing
\`\`\`

Other work on the machine moves the absolute figures more than the ratios; a run on a busy machine is not worth keeping.
`;
