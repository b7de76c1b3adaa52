declare module 'commonmark-spec' {
  const spec: { readonly tests: readonly { readonly markdown: string; readonly number: number }[] };
  // oxlint-disable-next-line import/no-default-export
  export default spec;
}
