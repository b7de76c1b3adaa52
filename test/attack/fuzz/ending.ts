import { controlRoutes } from '../../../shared/supervisor/control-routes.ts';
import type { Route } from '../../../shared/session/route.ts';
import { sessionRoutes } from '../../../shared/session/session-routes.ts';
import type { FuzzedRequest } from './requests.ts';

const endings = new Set(['approve', 'deny', 'sendFeedback', 'exit', 'shutdown']);
const routes: readonly Route[] = [...sessionRoutes, ...controlRoutes];

/** Whether a request legitimately ends its session; such requests go to disposable ones. */
export const endsIt = ({ route, method, body }: FuzzedRequest): boolean => {
  if (!endings.has(route) || method !== 'POST') return false;
  if (body === undefined || body.trim() === '') return true;
  let value: unknown;
  try {
    value = JSON.parse(body.replace(/^\uFEFF/u, ''));
  } catch {
    return false;
  }
  const schema = routes.find(({ id }) => id === route)?.body;
  return value === null || schema?.safeParse(value).success === true;
};
