import type { Attack, Target } from './attack.ts';
import { bodyAttacks } from './bodies.ts';
import { credentialAttacks } from './credentials.ts';
import { crossSite } from './cross-site.ts';
import { framing } from './framing.ts';
import { gatewayAttacks } from './gateway.ts';
import { headerAttacks } from './headers.ts';
import { paths } from './paths.ts';
import { queryAttacks } from './queries.ts';
import { rebinding } from './rebinding.ts';
import { upgrades } from './upgrades.ts';

const all: readonly Attack[] = [
  ...rebinding,
  ...crossSite,
  ...framing,
  ...headerAttacks,
  ...paths,
  ...queryAttacks,
  ...bodyAttacks,
  ...upgrades,
  ...credentialAttacks,
  ...gatewayAttacks,
];

/** The attacks for one kind of server. */
export const attacksOn = (kind: Target['kind']): readonly Attack[] =>
  all.filter(
    ({ on, isGoodRemotely = false }) =>
      (on === undefined || on === kind) && !(kind === 'gateway' && isGoodRemotely),
  );
