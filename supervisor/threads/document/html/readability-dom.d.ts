declare module '@mozilla/readability/JSDOMParser.js' {
  /** The small DOM that the library brings along. It takes XML only. */
  class JSDOMParser {
    parse(xml: string, url: string): Document | null;
  }
  // oxlint-disable-next-line import/no-default-export
  export default JSDOMParser;
}
