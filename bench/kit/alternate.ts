interface Sides {
  readonly floor: () => Promise<number>;
  readonly product: () => Promise<number>;
}

interface Pairs {
  readonly floor: readonly number[];
  readonly product: readonly number[];
}

/**
 * Takes floor and product in turns, so that whatever else the machine does meets both. The first pair warms the caches
 * and is thrown away.
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
