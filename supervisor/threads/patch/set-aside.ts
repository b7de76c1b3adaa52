import { plainPath } from '../../../shared/node/path-name.ts';
import { lineKind } from '../../../shared/patch/hunk-lines.ts';
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

const comment = /^[\t ]*(?:\/\/|\/?\*|#|--|;|<!--)/u;
const saysGenerated = /@generated\b|\bDO NOT (?:EDIT|MODIFY)\b|<auto-?generated\b/u;

/** Whether a line at the beginning of a file is a comment that says so. */
const isGeneratedHeader = (line: string): boolean => comment.test(line) && saysGenerated.test(line);

/** How much of a file is searched for them. */
export const headerBytes = 1000;

/** Whether a file says of itself that it is generated. */
export const hasGeneratedHeader = (content: Buffer): boolean =>
  content
    .toString('latin1', 0, headerBytes)
    .split(/[\n\r]/u)
    .some(isGeneratedHeader);

/** The same for the first lines of a file's patch. */
export const showsGeneratedHeader = (
  lines: readonly string[],
  { status, hunks }: Pick<ChangedFile, 'status' | 'hunks'>,
): boolean => {
  const [first] = hunks;
  const isDeleted = status === 'deleted';
  // Further down, it may be an example of one.
  if (first === undefined || first[isDeleted ? 0 : 2] > 1) return false;
  const other = isDeleted ? 'added' : 'deleted';
  return lines.some((line) => lineKind(line) !== other && isGeneratedHeader(line.slice(1)));
};

/** Adds the reason to each file that is set aside, or takes it from those that are written by hand after all. */
export const withSetAside = (
  files: readonly ChangedFile[],
  attributes: ReadonlyMap<string, PathAttributes>,
): ChangedFile[] =>
  files.map(({ setAside: shown, ...file }) => {
    const known = attributes.get(file.path);
    const byHeader = known?.isGenerated === false ? undefined : shown;
    const setAside = reasonToSetAside(file.path, known) ?? byHeader;
    return setAside === undefined ? file : { ...file, setAside };
  });
