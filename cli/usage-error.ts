/** A command line that cannot be understood; exit code 2. Light, since every command's start loads it. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
