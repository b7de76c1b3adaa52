import { steps, type Step, type Victim } from './steps.ts';

const kinds = ['kill', 'freeze'] as const;

/** The victim and kind of a fault, and the step in which it strikes. */
export interface Fault {
  readonly step: Step;
  readonly victim: Victim;
  readonly kind: (typeof kinds)[number];
}

/** The faults of a step, ordered so that neighbours differ in both, with a different start for each step. */
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

/** All faults, interleaved by step. */
export const faults: readonly Fault[] = takeTurns(steps.map(faultsOf));

/** The fault for a seed; consecutive seeds cover all faults. */
export const faultOf = (seed: number): Fault => {
  const fault = faults[seed % faults.length];
  if (fault === undefined) throw new Error('a seed is a whole number from 0 on');
  return fault;
};

/** A unique name, such as `decide/supervisor/kill`. */
export const nameOf = ({ step, victim, kind }: Fault): string => `${step.name}/${victim}/${kind}`;
