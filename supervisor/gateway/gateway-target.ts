import { dashboardPath } from '../../shared/supervisor/dashboard.ts';

/**
 * What a request target of the gateway asks for: the plain list of the sessions, the dashboard or a session (`path` is
 * what that one is asked), the front door, which leads to the dashboard, a session's
 * page without the slash at its end, or nothing that there is.
 */
export type GatewayTarget =
  | { readonly kind: 'list' }
  | { readonly kind: 'dashboard'; readonly path: string }
  | { readonly kind: 'session'; readonly id: string; readonly path: string }
  | { readonly kind: 'bare'; readonly id: string }
  | { readonly kind: 'front' }
  | { readonly kind: 'other' };

// Compared as text: a target that means a session only once it is decoded or resolved means none.
const sessionTarget = /^\/s\/([0-9a-hjkmnp-tv-z]{12})(?:(\/.*)|(?:\?.*)?)$/su;

export const parseTarget = (target: string): GatewayTarget => {
  if (/^\/(?:dashboard)?(?:\?.*)?$/su.test(target)) return { kind: 'front' };
  if (/^\/list(?:\?.*)?$/su.test(target)) return { kind: 'list' };
  if (target.startsWith(dashboardPath))
    return { kind: 'dashboard', path: target.slice(dashboardPath.length - 1) };
  const [, id, path] = sessionTarget.exec(target) ?? [];
  if (id === undefined) return { kind: 'other' };
  return path === undefined ? { kind: 'bare', id } : { kind: 'session', id, path };
};
