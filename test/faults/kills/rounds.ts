import { setTimeout as delay } from 'node:timers/promises';
import { until } from '../../helpers/until.ts';
import { sendFindings, typeDraft } from './acts.ts';
import type { Descriptors } from './descriptors.ts';
import {
  checkDecision,
  checkDraft,
  checkNothingHeld,
  checkNothingLeft,
  checkRegistry,
  checkUntouched,
  descriptorsWhenQuiet,
} from './promises.ts';
import { faultOf, faults, nameOf, type Fault } from './faults.ts';
import { strike, type Strike } from './strike.ts';
import { World, type Ledger } from './world.ts';

const windowOf = ({ step, victim }: Fault): number =>
  victim === 'worker' ? (step.workerWindowMs ?? step.windowMs) : step.windowMs;

/** One in every other home, and with further seeds also where the same faults strike; a second would add nothing. */
const warmWorkersOf = (seed: number): number => (seed + Math.floor(seed / faults.length)) % 2;

/** Rounds that follow one another in the same home. */
export class Rounds {
  readonly #world: World;
  /** A session that no fault touches. */
  readonly #bystander: Ledger;
  /** Before the first round. */
  readonly #before: Descriptors;
  readonly #seeds: number[] = [];

  private constructor(world: World, bystander: Ledger, before: Descriptors) {
    this.#world = world;
    this.#bystander = bystander;
    this.#before = before;
  }

  static async start(seed: number): Promise<Rounds> {
    const world = await World.start(seed, warmWorkersOf(seed));
    const bystander = await world.openDetached('bystander');
    return new Rounds(world, bystander, await descriptorsWhenQuiet(world, [bystander]));
  }

  get count(): number {
    return this.#seeds.length;
  }

  /**
   * One round: more in the untouched session, a step in the life of another, a fault in the middle of it, and then all
   * the promises of a home that goes on. Throws with the seeds and the fault if one is broken, and ends everything.
   */
  async run(seed: number): Promise<Strike> {
    const world = this.#world;
    const bystander = this.#bystander;
    const fault = faultOf(seed);
    const { step, victim } = fault;
    this.#seeds.push(seed);
    let struck: Strike | undefined;
    try {
      world.beginRound(seed);
      await sendFindings(bystander, 3);
      await typeDraft(bystander, 2);
      const begun = await step.begin(world, victim);
      await delay(world.random.next() * windowOf(fault));
      struck = await strike(world, fault, begun);
      await world.lead();
      await begun.over;
      if (step.name === 'open' && !world.killed.has(begun.pids.cli ?? 0))
        await until('the command has its session', () => world.ledgers.length > 0);
      await checkUntouched(bystander);
      await checkRegistry(world);
      // Without sessions opened by the checks.
      for (const ledger of world.ledgers.slice()) {
        await checkDecision(world, ledger);
        await checkDraft(world, ledger);
      }
      await checkNothingHeld(world, this.#before, [bystander]);
      return struck;
    } catch (error) {
      await world.galley.stop();
      const how = struck === undefined ? 'not struck yet' : JSON.stringify(struck);
      throw new Error(`seeds ${this.#seeds.join(', ')}: ${nameOf(fault)}, ${how}`, {
        cause: error,
      });
    }
  }

  /** Decides the untouched session and ends the supervisor: nothing is left of any round. */
  async end(): Promise<void> {
    try {
      await checkDecision(this.#world, this.#bystander);
      await checkNothingLeft(this.#world);
    } catch (error) {
      throw new Error(`after the seeds ${this.#seeds.join(', ')}`, { cause: error });
    } finally {
      await this.#world.galley.stop();
    }
  }
}
