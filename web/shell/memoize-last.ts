/** A function that makes its result anew only when one of its arguments is another one than the last time. */
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
