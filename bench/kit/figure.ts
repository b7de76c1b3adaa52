/** The limit of a figure. A ratio is measured / floor. */
export type Bound =
  | { readonly kind: 'ratio-at-most'; readonly limit: number }
  | { readonly kind: 'ratio-at-least'; readonly limit: number }
  | { readonly kind: 'at-most'; readonly limit: number }
  /** For information only. */
  | { readonly kind: 'none' };

/** A measured figure, and its floor from the same run, both in `unit`. */
export interface Figure {
  readonly name: string;
  readonly unit: 'ms' | 'MiB' | 'MB' | 'KB' | 'nodes' | 'per s' | 'failed';
  readonly measured: number;
  /** Minimum and maximum, if they are informative. */
  readonly spread?: readonly [least: number, most: number];
  readonly floor?: number;
  readonly bound: Bound;
  /** Number of samples behind the figure. */
  readonly samples: number;
}

/** The ratio of a figure to its floor; undefined without a floor. */
export const ratioOf = ({ measured, floor }: Figure): number | undefined =>
  floor === undefined ? undefined : measured / floor;

/**
 * Whether a figure is within its bound; undefined without a bound.
 * @throws RangeError if the bound is a ratio and there is no floor
 */
export const isMet = (figure: Figure): boolean | undefined => {
  const { bound, measured } = figure;
  switch (bound.kind) {
    case 'none':
      return undefined;
    case 'at-most':
      return measured <= bound.limit;
    case 'ratio-at-most':
      return floorRatio(figure) <= bound.limit;
    case 'ratio-at-least':
      return floorRatio(figure) >= bound.limit;
  }
};

const floorRatio = (figure: Figure): number => {
  const ratio = ratioOf(figure);
  if (ratio === undefined) throw new RangeError(`${figure.name} has no floor.`);
  return ratio;
};
