import type { Bench } from './bench.ts';
import type { Figure } from './figure.ts';

/** One row of what Galley must hold. */
export interface Row {
  /** What `--only` takes. */
  readonly id: string;
  readonly title: string;
  /** How it is measured, and what the floor is, in sentences. */
  readonly how: string;
  readonly measure: (bench: Bench) => Promise<readonly Figure[]>;
}
