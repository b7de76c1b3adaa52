import { request } from 'undici';
import { urlOf } from '../../../shared/client.ts';
import { sessionTargets } from '../../../shared/session/session-targets.ts';
import type { BigReview } from './big-review.ts';

/** The diff views that the bounds apply to. */
export const views = ['default view', 'split view'] as const;
export type View = (typeof views)[number];

/** Sets the view for all reviews of the same home. */
export const showIn = async (view: View, { url }: Pick<BigReview, 'url'>): Promise<void> => {
  const answered = await request(urlOf(url, sessionTargets.changeConfig), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ diffView: view === 'split view' ? 'split' : null }),
  });
  const text = await answered.body.text();
  if (answered.statusCode !== 200)
    throw new Error(`The view was not changed: ${answered.statusCode} ${text.slice(0, 300)}`);
};
