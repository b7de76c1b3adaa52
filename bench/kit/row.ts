import type { Bench } from './bench.ts';
import type { Figure } from './figure.ts';

/** A row of the benchmark report. */
export interface Row {
  /** The name for `--only`. */
  readonly id: string;
  readonly title: string;
  /** How it is measured and what the floor is, in full sentences. */
  readonly how: string;
  readonly measure: (bench: Bench) => Promise<readonly Figure[]>;
}
