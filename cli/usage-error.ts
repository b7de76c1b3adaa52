/** An invalid command line; exit code 2. Kept light, since every start loads it. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
