/** How many of the smallest hashes stand for all of them. */
const sketchSize = 96;
/** Tokens whose order counts. */
const run = 3;

/** What tokens are like: the smallest hashes of all runs of three, in order. */
export const sketchOf = (tokens: readonly string[]): number[] => {
  const hashes = tokens.map(hashOf);
  const runs = new Set<number>();
  for (let at = 0; at + run <= hashes.length; at += 1) {
    let mixed = 0;
    for (let next = at; next < at + run; next += 1)
      mixed = Math.imul(mixed ^ (hashes[next] ?? 0), 0x85_eb_ca_6b) ^ (mixed >>> 13);
    runs.add(mixed >>> 0);
  }
  const sorted = Uint32Array.from(runs).toSorted();
  return [...sorted.subarray(0, sketchSize)];
};

/** FNV-1a, of the first characters. */
const hashOf = (token: string): number => {
  let hash = 0x81_1c_9d_c5;
  const length = Math.min(token.length, 200);
  for (let at = 0; at < length; at += 1)
    hash = Math.imul(hash ^ token.charCodeAt(at), 0x01_00_01_93);
  return hash;
};

/** The estimated share of runs that two texts have in common, 0 to 1, twice over those of both. */
export const likenessOf = (a: readonly number[], b: readonly number[]): number => {
  const size = Math.min(sketchSize, a.length + b.length);
  let [inA, inB, seen, common] = [0, 0, 0, 0];
  while (seen < size && (inA < a.length || inB < b.length)) {
    const left = a[inA] ?? Infinity;
    const right = b[inB] ?? Infinity;
    if (left <= right) inA += 1;
    if (right <= left) inB += 1;
    if (left === right) common += 1;
    seen += 1;
  }
  const jaccard = seen === 0 ? 0 : common / seen;
  return (2 * jaccard) / (1 + jaccard);
};
