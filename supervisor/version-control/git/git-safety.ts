/** A git config key and its value. */
export type GitSetting = readonly [key: string, value: string];

/** Git treats larger files as binary without reading them. */
export const maxComparedBytes = 20 * 1024 * 1024;

/**
 * Settings that override the repository's, which is hostile: none may start a program, reach the network or change the
 * output format.
 */
const safeSettings: readonly GitSetting[] = [
  // It may claim other parents than the commits have.
  ['core.commitGraph', 'false'],
  ['core.fsmonitor', 'false'],
  ['core.hooksPath', '/dev/null'],
  // Defence in depth: git runs with `--no-pager`, and `GIT_PAGER` overrides this.
  ['core.pager', 'cat'],
  ['core.untrackedCache', 'false'],
  ['core.splitIndex', 'false'],
  ['core.quotePath', 'true'],
  ['core.bigFileThreshold', String(maxComparedBytes)],
  ['credential.helper', ''],
  // Defence in depth: a `git diff` without `--no-ext-diff` fails here instead of running a program.
  ['diff.external', ''],
  ['diff.autoRefreshIndex', 'false'],
  // Every git that compares reads this file, which may have no end.
  ['diff.orderFile', '/dev/null'],
  ['diff.suppressBlankEmpty', 'false'],
  ['gc.auto', '0'],
  ['maintenance.auto', 'false'],
  // Defence in depth: `GIT_ALLOW_PROTOCOL` overrides this.
  ['protocol.allow', 'never'],
  ['safe.bareRepository', 'explicit'],
  ['submodule.recurse', 'false'],
];

/** Options for every `git diff`: run no program of the repository, and print what the patch index can parse. */
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
  // Paths in conflict, of which it prints no more than the name.
  '--diff-filter=u',
];

/**
 * The environment variables that apply these settings. `-c` would not do: it misparses filter names with an equals
 * sign.
 */
export const safetyVariables = (more: readonly GitSetting[] = []): Record<string, string> => {
  const settings = [...safeSettings, ...more];
  const variables: Record<string, string> = {
    GIT_CONFIG_COUNT: String(settings.length),
    // A repository's `protocol.ext.allow` overrides `protocol.allow`, but not this.
    GIT_ALLOW_PROTOCOL: 'none',
    GIT_NO_LAZY_FETCH: '1',
    // Objects and parents as they are, not as the repository would have them shown.
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_GRAFT_FILE: '/dev/null/none',
    GIT_LITERAL_PATHSPECS: '1',
    LANGUAGE: '',
  };
  for (const [index, [key, value]] of settings.entries()) {
    variables[`GIT_CONFIG_KEY_${index}`] = key;
    variables[`GIT_CONFIG_VALUE_${index}`] = value;
  }
  return variables;
};
