import type { Bench } from '../../kit/bench.ts';
import type { Figure } from '../../kit/figure.ts';
import type { OwnSupervisor } from '../../kit/own-supervisor.ts';
import { median, spreadOf } from '../../kit/percentile.ts';
import type { Row } from '../../kit/row.ts';
import { openBigReview, openPackageReview, sizes } from '../../kit/screen/big-review.ts';
import { codeShown, coloursShown } from '../../kit/screen/review-tab.ts';
import type { Screen } from '../../kit/screen/screen.ts';
import { showIn, views, type View } from '../../kit/screen/views.ts';

interface Opened {
  readonly id: string;
  readonly url: string;
}

interface Case {
  readonly name: string;
  /** Opens a fresh review. */
  readonly open: (supervisor: OwnSupervisor, modules: string) => Promise<Opened>;
  readonly limitMs: number;
}

/** When the first code was painted in one load, and when its colours were. */
interface Load {
  readonly codeMs: number;
  readonly coloursMs: number;
}

const load = async (screen: Screen, url: string): Promise<Load> => {
  const tab = await screen.open(url);
  const [codeMs, coloursMs] = await Promise.all([codeShown(tab), coloursShown(tab)]);
  await tab.close();
  return { codeMs, coloursMs };
};

const loadFresh = async (
  { supervisor, screen, view, modules }: Parts,
  { open }: Case,
): Promise<Load> => {
  const review = await open(supervisor, modules);
  await showIn(view, review);
  // The replacement for the taken worker has started.
  await supervisor.control.settled();
  const times = await load(screen, review.url);
  await supervisor.control.close(review.id);
  return times;
};

interface Parts {
  readonly supervisor: OwnSupervisor;
  readonly screen: Screen;
  readonly view: View;
  readonly modules: string;
}

const most = 1.5;

const figuresOf = (name: string, limitMs: number, loads: readonly Load[]): Figure[] => {
  const colours = loads.map(({ coloursMs }) => coloursMs);
  const shown = {
    unit: 'ms',
    measured: median(colours),
    spread: spreadOf(colours),
    floor: median(loads.map(({ codeMs }) => codeMs)),
    samples: loads.length,
  } as const;
  return [
    { name, ...shown, bound: { kind: 'at-most', limit: limitMs } },
    { name: `${name}, by first code`, ...shown, bound: { kind: 'ratio-at-most', limit: most } },
  ];
};

const cases: readonly Case[] = [
  {
    name: '68,000 changed lines in 100 files, 2,000 findings',
    open: (supervisor) => openBigReview(supervisor, sizes.large),
    limitMs: 1500,
  },
  {
    name: 'zod 3 to 4, 68,470 lines in 466 files',
    open: (supervisor, modules) => openPackageReview(supervisor, modules),
    limitMs: 1500,
  },
  {
    name: '2,000 changed lines in 10 files, 20 findings',
    open: (supervisor) => openBigReview(supervisor, sizes.small),
    limitMs: 800,
  },
];

export const firstColours: Row = {
  id: 'screen-first-colours',
  title: 'first coloured code visible',
  how: 'From the navigation’s start, by the clock of the first code, until the first line of code has been painted inside of the window whose words have more than one computed colour. Each load is of a session of its own, just prepared, which no page was shown of before, in a new browser context with nothing cached. Floor: the first code of the same loads. The supervisor’s threads are as warm as the load before has left them; the first load of each kind is thrown away. Median, and the fastest and slowest.',
  measure: async (bench: Bench) => {
    const supervisor = await bench.supervisor();
    const screen = await bench.screen();
    const figures: Figure[] = [];
    for (const view of views)
      for (const one of cases) {
        const loads: Load[] = [];
        for (let round = 0; round <= bench.count(9, 4); round += 1) {
          const times = await loadFresh({ supervisor, screen, view, modules: bench.modules }, one);
          if (round > 0) loads.push(times);
        }
        figures.push(
          ...figuresOf(`first coloured code visible, ${one.name}, ${view}`, one.limitMs, loads),
        );
      }
    await screen.stop();
    await supervisor.stop();
    return figures;
  },
};
