import { steps, type Step, type Victim } from './steps.ts';

const kinds = ['kill', 'freeze'] as const;

/** What a round does to whom, and in which step. */
export interface Fault {
  readonly step: Step;
  readonly victim: Victim;
  readonly kind: (typeof kinds)[number];
}

/** The faults of a step; neighbours differ in both, and begin with another one in each step. */
const faultsOf = (step: Step, index: number): readonly Fault[] => {
  const all = kinds.flatMap((_, turn) =>
    step.victims.map((victim, place) => {
      const kind = (place + turn) % kinds.length === 0 ? 'kill' : 'freeze';
      return { step, victim, kind } as const;
    }),
  );
  const first = index % all.length;
  return [...all.slice(first), ...all.slice(0, first)];
};

const takeTurns = <Item>(lists: readonly (readonly Item[])[]): readonly Item[] => {
  const longest = Math.max(...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, turn) =>
    lists.flatMap((list) => list.slice(turn, turn + 1)),
  ).flat();
};

/** Every fault that there is; the steps take turns. */
export const faults: readonly Fault[] = takeTurns(steps.map(faultsOf));

/** The fault of a seed: as many seeds in a row as there are faults make each of them once. */
export const faultOf = (seed: number): Fault => {
  const fault = faults[seed % faults.length];
  if (fault === undefined) throw new Error('a seed is a whole number from 0 on');
  return fault;
};

/** A name of its own for each, such as `decide/supervisor/kill`. */
export const nameOf = ({ step, victim, kind }: Fault): string => `${step.name}/${victim}/${kind}`;
