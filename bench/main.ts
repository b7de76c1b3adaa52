import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { Bench } from './kit/bench.ts';
import { figureCells } from './kit/format-figure.ts';
import { report, summary, withScreenSection, type Outcome } from './kit/report.ts';
import type { Row } from './kit/row.ts';
import { batch } from './rows/batch.ts';
import { folderList } from './rows/folder-list.ts';
import { idleMemory } from './rows/idle-memory.ts';
import { filePatch, manifest, stateAsked, workerMemory } from './rows/large-change.ts';
import { manyAtOnce } from './rows/many-at-once.ts';
import { oneFinding } from './rows/one-finding.ts';
import { openCold } from './rows/open-cold.ts';
import { openWarm } from './rows/open-warm.ts';
import { others } from './rows/others.ts';
import { placing } from './rows/placing.ts';
import { quotedFindings } from './rows/quoted-findings.ts';
import { references } from './rows/references.ts';
import { sessionsList } from './rows/sessions-list.ts';
import { structure } from './rows/structure.ts';
import { workerKilled } from './rows/worker-killed.ts';
import { finding } from './rows/screen/finding.ts';
import { firstBlock } from './rows/screen/first-block.ts';
import { firstCode } from './rows/screen/first-code.ts';
import { firstColours } from './rows/screen/first-colours.ts';
import { manyFiles } from './rows/screen/many-files.ts';
import { scope } from './rows/screen/scope.ts';
import { script } from './rows/screen/script.ts';
import {
  scroll,
  scrollDocument,
  scrollHuge,
  scrollManyFiles,
  scrollPackage,
} from './rows/screen/scroll.ts';
import { typing } from './rows/screen/typing.ts';
import { within } from './kit/within.ts';

const rows: readonly Row[] = [
  openWarm,
  openCold,
  idleMemory,
  manyAtOnce,
  workerKilled,
  sessionsList,
  others,
  oneFinding,
  batch,
  placing,
  quotedFindings,
  folderList,
  structure,
  references,
  manifest,
  filePatch,
  workerMemory,
  stateAsked,
  script,
  firstBlock,
  firstCode,
  firstColours,
  manyFiles,
  scope,
  finding,
  typing,
  scroll,
  scrollPackage,
  scrollHuge,
  scrollManyFiles,
  scrollDocument,
];

const rowTimeoutMs = 15 * 60_000;

const options = {
  only: { type: 'string', multiple: true },
  quick: { type: 'boolean', default: false },
  dist: { type: 'string' },
  floors: { type: 'string' },
  modules: { type: 'string' },
  output: { type: 'string' },
} as const;

/** A prefix selects several rows: `screen` includes `screen-scroll`. */
const chosen = (only: readonly string[] | undefined): readonly Row[] => {
  const isMeant = (row: Row, id: string) => row.id === id || row.id.startsWith(`${id}-`);
  const unknown = only?.find((id) => !rows.some((row) => isMeant(row, id)));
  if (unknown !== undefined)
    throw new Error(`There is no row "${unknown}": ${rows.map(({ id }) => id).join(', ')}.`);
  return only === undefined ? rows : rows.filter((row) => only.some((id) => isMeant(row, id)));
};

/** Measures a row and prints its figures; if that fails, prints the reason and returns undefined. */
const measure = async (row: Row, bench: Bench): Promise<Outcome | undefined> => {
  console.log(row.title);
  try {
    const figures = await within(row.measure(bench), rowTimeoutMs, row.title);
    for (const figure of figures) {
      const [name, ...cells] = figureCells(figure);
      console.log(`  ${name}: ${cells.join('  ')}`);
    }
    return { row, figures };
  } catch (error) {
    console.error(`  could not be measured: ${error instanceof Error ? error.stack : error}`);
    return undefined;
  } finally {
    await bench.close();
  }
};

interface Measured {
  readonly outcomes: readonly Outcome[];
  readonly only: readonly string[] | undefined;
}

/** Writes the whole report after a run of all rows, or only the section about the screen after a run of its rows. */
const writeReport = async (output: string, { outcomes, only }: Measured): Promise<void> => {
  if (only === undefined) {
    await mkdir(dirname(output), { recursive: true });
    await writeFile(output, report(outcomes));
  } else if (only.join() === 'screen')
    await writeFile(output, withScreenSection(await readFile(output, 'utf8'), outcomes));
};

const run = async (): Promise<number> => {
  const { values } = parseArgs({ options });
  const { only, quick, dist, floors, modules, output } = values;
  if (dist === undefined || floors === undefined || modules === undefined)
    throw new Error('Run it with `npm run bench`.');
  const bench = new Bench({ dist, floors, modules, isQuick: quick });
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void bench.close().finally(() => process.exit(1)));
  const wanted = chosen(only);
  const outcomes: Outcome[] = [];
  for (const row of wanted) {
    const outcome = await measure(row, bench);
    if (outcome !== undefined) outcomes.push(outcome);
  }
  console.log(summary(outcomes));
  if (outcomes.length < wanted.length) return 1;
  if (output !== undefined && !quick) await writeReport(output, { outcomes, only });
  return 0;
};

run().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(2);
  },
);
