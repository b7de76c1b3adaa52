interface Sides {
  readonly floor: () => Promise<number>;
  readonly product: () => Promise<number>;
}

interface Pairs {
  readonly floor: readonly number[];
  readonly product: readonly number[];
}

/**
 * Measures floor and product alternately, so that other load on the machine affects both. The first pair only warms the
 * caches.
 */
export const alternate = async (rounds: number, { floor, product }: Sides): Promise<Pairs> => {
  const taken = { floor: [] as number[], product: [] as number[] };
  for (let round = 0; round <= rounds; round += 1) {
    const pair = { floor: await floor(), product: await product() };
    if (round === 0) continue;
    taken.floor.push(pair.floor);
    taken.product.push(pair.product);
  }
  return taken;
};
