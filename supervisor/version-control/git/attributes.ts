import { pathBytes, pathText } from '../../../shared/node/path-name.ts';
import type { PathAttributes } from '../../threads/patch/set-aside.ts';
import { runGit, type GitScope } from './run-git.ts';

interface AttributesOf {
  /** Absolute folder of the work tree. */
  readonly topLevel: string;
  readonly paths: readonly string[];
  readonly scope: GitScope;
}

/**
 * Looks up the git attributes of some paths; one run of git, which starts no program of the repository.
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
