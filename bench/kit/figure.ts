/** What a figure is held against. A ratio is measured by floor. */
export type Bound =
  | { readonly kind: 'ratio-at-most'; readonly limit: number }
  | { readonly kind: 'ratio-at-least'; readonly limit: number }
  | { readonly kind: 'at-most'; readonly limit: number }
  /** Shown beside the others, held against nothing. */
  | { readonly kind: 'none' };

/** One measured figure, with its floor from the same run. Both are in `unit`. */
export interface Figure {
  readonly name: string;
  readonly unit: 'ms' | 'MiB' | 'MB' | 'KB' | 'nodes' | 'per s' | 'failed';
  readonly measured: number;
  /** The least and the most that were measured, where that says something. */
  readonly spread?: readonly [least: number, most: number];
  readonly floor?: number;
  readonly bound: Bound;
  /** Samples behind the measured figure. */
  readonly samples: number;
}

/** How much of its floor a figure is; undefined where it has none. */
export const ratioOf = ({ measured, floor }: Figure): number | undefined =>
  floor === undefined ? undefined : measured / floor;

/**
 * Whether a figure keeps its bound; undefined where it has none.
 * @throws RangeError where the bound is a ratio and there is no floor
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
