import { runGit, type GitScope } from '../../version-control/git/run-git.ts';
import { pathBytes, pathText, plainPath } from '../../../shared/node/path-name.ts';
import type { ChangedFile } from '../../../shared/placement/manifest.ts';

type Reason = NonNullable<ChangedFile['setAside']>;

/** What the attributes of a path say; absent where they say nothing of it. */
export interface PathAttributes {
  readonly isGenerated?: boolean;
  readonly isCompared?: boolean;
}

/** Rules by the path in small letters: the first of which every expression fits. */
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

/** Why a file is put away at first; undefined where it is not. What the repository says of it goes before its name. */
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

interface AttributesOf {
  /** Absolute folder of the work tree. */
  readonly topLevel: string;
  readonly paths: readonly string[];
  readonly scope: GitScope;
}

/**
 * What the attributes of the repository say of some paths; one run of git, which starts no program of it.
 * @throws GalleyError as runGit does
 */
export const attributesOf = async ({
  topLevel,
  paths,
  scope,
}: AttributesOf): Promise<Map<string, PathAttributes>> => {
  const { stdout } = await runGit({
    cwd: topLevel,
    args: ['check-attr', '-z', '--stdin', 'linguist-generated', 'diff'],
    input: Buffer.concat(paths.flatMap((path) => [pathBytes(path), Buffer.alloc(1)])),
    encoding: 'latin1',
    scope,
  });
  const attributes = new Map<string, PathAttributes>();
  const parts = stdout.split('\0');
  for (let at = 0; at + 2 < parts.length; at += 3) {
    const [latin1 = '', name, value] = parts.slice(at, at + 3);
    const isOn = value === 'set' || value === 'true' ? true : isOff(value) ? false : undefined;
    if (isOn === undefined) continue;
    const path = pathText(Buffer.from(latin1, 'latin1'));
    const known = attributes.get(path);
    attributes.set(
      path,
      name === 'diff' ? { ...known, isCompared: isOn } : { ...known, isGenerated: isOn },
    );
  }
  return attributes;
};

const isOff = (value: string | undefined): boolean => value === 'unset' || value === 'false';

/** The files, those that are put away with the reason. */
export const withSetAside = (
  files: readonly ChangedFile[],
  attributes: ReadonlyMap<string, PathAttributes>,
): ChangedFile[] =>
  files.map((file) => {
    const setAside = reasonToSetAside(file.path, attributes.get(file.path));
    return setAside === undefined ? file : { ...file, setAside };
  });
