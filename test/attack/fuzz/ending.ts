import type { FuzzedRequest } from './requests.ts';

const deciding = new Set(['approve', 'deny', 'sendFeedback', 'exit', 'shutdown']);

/** Whether a request would end what it is sent to, as it should: those go to sessions that are made for it. */
export const endsIt = ({ route, method, body }: FuzzedRequest): boolean => {
  if (!deciding.has(route.id) || method !== 'POST') return false;
  if (body === undefined || body.trim() === '') return true;
  let value: unknown;
  try {
    value = JSON.parse(body.replace(/^\uFEFF/u, ''));
  } catch {
    return false;
  }
  return value === null || route.request?.safeParse(value).success === true;
};
