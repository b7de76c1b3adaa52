/** Memoizes the last call, comparing arguments by identity. */
export const memoizeLast = <Args extends readonly unknown[], Result>(
  make: (...args: Args) => Result,
): ((...args: Args) => Result) => {
  let last: { readonly args: Args; readonly result: Result } | undefined;
  return (...args) => {
    if (last !== undefined && last.args.every((arg, index) => arg === args[index]))
      return last.result;
    last = { args, result: make(...args) };
    return last.result;
  };
};
