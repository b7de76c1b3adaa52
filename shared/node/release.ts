declare const __GALLEY_RELEASE__: string;

/** The release of this build, from `package.json`; `0.0.0-source` where it runs unbundled (unit tests). */
export const release: string =
  typeof __GALLEY_RELEASE__ === 'string' ? __GALLEY_RELEASE__ : '0.0.0-source';
