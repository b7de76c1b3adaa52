/** A key of git's configuration and its value. */
export type GitSetting = readonly [key: string, value: string];

/** Git takes a larger file for binary, without looking into it. */
export const maxComparedBytes = 20 * 1024 * 1024;

/**
 * Settings that outrank those of the repository: none of them may start a program, reach the network or change the
 * form of the output. The repository is hostile.
 */
const safeSettings: readonly GitSetting[] = [
  ['core.fsmonitor', 'false'],
  ['core.hooksPath', '/dev/null'],
  // A second line: git is called with `--no-pager`, and `GIT_PAGER` outranks it.
  ['core.pager', 'cat'],
  ['core.untrackedCache', 'false'],
  ['core.splitIndex', 'false'],
  ['core.quotePath', 'true'],
  ['core.bigFileThreshold', String(maxComparedBytes)],
  ['credential.helper', ''],
  // Behind `--no-ext-diff`: a `git diff` without it fails with this, and runs nothing.
  ['diff.external', ''],
  ['diff.autoRefreshIndex', 'false'],
  ['diff.suppressBlankEmpty', 'false'],
  ['gc.auto', '0'],
  ['maintenance.auto', 'false'],
  // A second line: `GIT_ALLOW_PROTOCOL` outranks it.
  ['protocol.allow', 'never'],
  ['safe.bareRepository', 'explicit'],
  ['submodule.recurse', 'false'],
];

/** Options of every `git diff`: no program of the repository runs, and the form is what the index of patches reads. */
export const safeDiffOptions: readonly string[] = [
  '--no-ext-diff',
  '--no-textconv',
  '--no-color',
  '--no-relative',
  '--patch',
  '--full-index',
  '--find-renames',
  '--unified=3',
  '--inter-hunk-context=0',
  '--src-prefix=a/',
  '--dst-prefix=b/',
  '--ignore-submodules=dirty',
  '--submodule=short',
  '-O/dev/null',
];

/**
 * The variables that put the settings above into force. They go through the environment, since `-c` would misread a
 * filter whose name holds an equals sign.
 */
export const safetyVariables = (more: readonly GitSetting[] = []): Record<string, string> => {
  const settings = [...safeSettings, ...more];
  const variables: Record<string, string> = {
    GIT_CONFIG_COUNT: String(settings.length),
    // A repository's own `protocol.ext.allow` outranks `protocol.allow`; nothing outranks this.
    GIT_ALLOW_PROTOCOL: 'none',
    GIT_NO_LAZY_FETCH: '1',
    GIT_LITERAL_PATHSPECS: '1',
    LANGUAGE: '',
  };
  for (const [index, [key, value]] of settings.entries()) {
    variables[`GIT_CONFIG_KEY_${index}`] = key;
    variables[`GIT_CONFIG_VALUE_${index}`] = value;
  }
  return variables;
};
