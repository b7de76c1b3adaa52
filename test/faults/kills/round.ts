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
} from './promises.ts';
import { steps } from './steps.ts';
import { strike, type Strike } from './strike.ts';
import { World } from './world.ts';

/** The step that a seed strikes in; its number goes on to the next. */
export const stepOf = (seed: number) => {
  const step = steps[seed % steps.length];
  if (step === undefined) throw new Error('a seed is a number from 0 on');
  return step;
};

/**
 * One round: a session that nobody touches, a step of another's life, a fault in the middle of it, and then every
 * promise. Throws with the fault where one was broken.
 */
export const runRound = async (seed: number): Promise<void> => {
  const world = await World.start(seed);
  const step = stepOf(seed);
  let struck: Strike | undefined;
  try {
    const bystander = await world.openDetached('bystander');
    await sendFindings(bystander, 3);
    await typeDraft(bystander, 2);
    const begun = await step.begin(world);
    await delay(world.random.next() * step.windowMs);
    struck = await strike(world, begun);
    await world.lead();
    await begun.over;
    if (step.name === 'open' && !world.killed.has(begun.pids.cli ?? 0))
      await until('the command has its session', () => world.ledgers.length > 1);
    await checkUntouched(bystander);
    await checkRegistry(world);
    // Without those that the checks open.
    const ledgers = world.ledgers.slice();
    for (const ledger of ledgers) {
      await checkDecision(world, ledger);
      await checkDraft(world, ledger);
    }
    await checkNothingHeld(world);
    await checkNothingLeft(world);
  } catch (error) {
    const fault = struck === undefined ? 'no fault yet' : JSON.stringify(struck);
    throw new Error(`seed ${seed}, step ${step.name}, ${fault}`, { cause: error });
  } finally {
    await world.galley.stop();
  }
};
