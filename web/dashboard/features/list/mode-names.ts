import type { Mode } from '../../../../shared/session/mode.ts';

/** The modes in the order in which they are offered. */
export const modes: readonly Mode[] = ['plan', 'document', 'review'];
