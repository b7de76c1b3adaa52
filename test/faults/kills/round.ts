import { setTimeout as delay } from 'node:timers/promises';
import { until } from '../../helpers/until.ts';
import { sendFindings, typeDraft } from './acts.ts';
import {
  checkDecision,
  checkDraft,
  checkNothingHeld,
  checkNothingLeft,
  checkRegistry,
  checkUntouched,
  descriptorsWhenQuiet,
} from './promises.ts';
import { faultOf, nameOf, type Fault } from './faults.ts';
import { strike, type Strike } from './strike.ts';
import { World } from './world.ts';

const windowOf = ({ step, victim }: Fault): number =>
  victim === 'worker' ? (step.workerWindowMs ?? step.windowMs) : step.windowMs;

/**
 * One round: an untouched session, a step in the life of another, a fault in the middle of it, and then all the
 * promises. Throws with the seed and the fault if one is broken.
 */
export const runRound = async (seed: number): Promise<Strike> => {
  const world = await World.start(seed);
  const fault = faultOf(seed);
  const { step } = fault;
  let struck: Strike | undefined;
  try {
    const before = await descriptorsWhenQuiet(world);
    const bystander = await world.openDetached('bystander');
    await sendFindings(bystander, 3);
    await typeDraft(bystander, 2);
    const begun = await step.begin(world);
    await delay(world.random.next() * windowOf(fault));
    struck = await strike(world, fault, begun);
    await world.lead();
    await begun.over;
    if (step.name === 'open' && !world.killed.has(begun.pids.cli ?? 0))
      await until('the command has its session', () => world.ledgers.length > 1);
    await checkUntouched(bystander);
    await checkRegistry(world);
    // Without sessions opened by the checks.
    const ledgers = world.ledgers.slice();
    for (const ledger of ledgers) {
      await checkDecision(world, ledger);
      await checkDraft(world, ledger);
    }
    await checkNothingHeld(world, before);
    await checkNothingLeft(world);
    return struck;
  } catch (error) {
    const how = struck === undefined ? 'not struck yet' : JSON.stringify(struck);
    throw new Error(`seed ${seed}, ${nameOf(fault)}, ${how}`, { cause: error });
  } finally {
    await world.galley.stop();
  }
};
