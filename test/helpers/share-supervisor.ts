import { join } from 'node:path';
import { shareReviews } from './review-session.ts';
import { controlOf } from './supervisor.ts';

/**
 * The supervisor that the test files of a Vitest worker share, with a folder for the files of this one: for tests that
 * neither end it nor look at what all reviews have left. `stop` closes what is open.
 */
export const shareSupervisor = async () => {
  const { home, folder, connect, stop } = await shareReviews();
  await connect();
  const control = await controlOf(join(home, 'run', 'registry.json'), folder);
  return { ...control, home, folder, state: join(home, 'state'), stop };
};

export type SharedSupervisor = Awaited<ReturnType<typeof shareSupervisor>>;
