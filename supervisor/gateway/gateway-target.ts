/**
 * What a request target of the gateway asks for: the list of the sessions, a session (`path` is what its own server
 * is asked), a session's page without the slash at its end, or nothing that there is.
 */
export type GatewayTarget =
  | { readonly kind: 'list' }
  | { readonly kind: 'session'; readonly id: string; readonly path: string }
  | { readonly kind: 'bare'; readonly id: string }
  | { readonly kind: 'other' };

// Compared as text: a target that means a session only once it is decoded or resolved means none.
const sessionTarget = /^\/s\/([0-9a-hjkmnp-tv-z]{12})(?:(\/.*)|(?:\?.*)?)$/su;

export const parseTarget = (target: string): GatewayTarget => {
  if (target === '/' || target.startsWith('/?')) return { kind: 'list' };
  const [, id, path] = sessionTarget.exec(target) ?? [];
  if (id === undefined) return { kind: 'other' };
  return path === undefined ? { kind: 'bare', id } : { kind: 'session', id, path };
};
