import { plainPath } from '../../../shared/node/path-name.ts';
import type { ChangedFile } from '../../../shared/placement/manifest.ts';

type Reason = NonNullable<ChangedFile['setAside']>;

/** What git attributes say about a path; absent if nothing. */
export interface PathAttributes {
  readonly isGenerated?: boolean;
  readonly isCompared?: boolean;
}

/** Rules for lower-case paths; the first one with a matching expression wins. */
const rules: readonly (readonly [Reason, ...RegExp[]])[] = [
  ['packages', /(?:^|\/)node_modules\//u],
  ['lock', /(?:^|\/)(?:package-lock|npm-shrinkwrap|packages\.lock)\.json$/u],
  ['lock', /(?:^|\/)(?:pnpm-lock\.ya?ml|go\.(?:work\.)?sum|package\.resolved|bun\.lockb)$/u],
  ['lock', /\.(?:lock|lockfile|lock\.hcl)$/u],
  ['minified', /[.-]min\.(?:js|mjs|cjs|css)$/u],
  ['snapshot', /(?:^|\/)__(?:image_)?snapshots__\/|\.snap$/u],
  ['generated', /\.(?:js|mjs|cjs|css)\.map$/u],
  ['generated', /\.pb\.(?:go|cc|h|dart)$|_pb2(?:_grpc)?\.pyi?$|\.(?:g|freezed)\.dart$/u],
  ['generated', /[._]generated\.[a-z]+$|\.designer\.cs$/u],
  ['bundle', /(?:^|\/)dist\//u, /[^/]\.(?:js|mjs|cjs|css)$/u],
];

/** Why a file is initially collapsed; undefined if it is not. Git attributes take precedence over its name. */
export const reasonToSetAside = (
  path: string,
  { isGenerated, isCompared }: PathAttributes = {},
): Reason | undefined => {
  if (isCompared === false) return 'undiffed';
  if (isGenerated === true) return 'generated';
  if (isGenerated === false) return undefined;
  const name = plainPath(path).toLowerCase();
  return rules.find(([, ...patterns]) => patterns.every((pattern) => pattern.test(name)))?.[0];
};

/** Adds the reason to each file that is set aside. */
export const withSetAside = (
  files: readonly ChangedFile[],
  attributes: ReadonlyMap<string, PathAttributes>,
): ChangedFile[] =>
  files.map((file) => {
    const setAside = reasonToSetAside(file.path, attributes.get(file.path));
    return setAside === undefined ? file : { ...file, setAside };
  });
