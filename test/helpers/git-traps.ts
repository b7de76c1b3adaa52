import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { temporaryFolder } from './repository.ts';

const hooks = ['post-checkout', 'post-index-change', 'pre-commit', 'reference-transaction'];

/** Commands of plain git that run all of them, where a file has changed. */
const commands: readonly (readonly string[])[] = [
  ['status'],
  ['diff'],
  ['diff', '--no-ext-diff'],
  ['grep', '--open-files-in-pager', '-e', ''],
  ['add', '--all'],
  ['commit', '--quiet', '--allow-empty', '--message', 'x'],
  ['checkout', '--quiet', '--detach'],
  ['checkout', '--quiet', 'HEAD~1', '--', '.'],
];

/** Runs plain git in a copy of a work tree. That it fails in such a repository is no matter. */
export const inPlainCopy = (
  folder: string,
  all: readonly (readonly string[])[],
  input = '',
): void => {
  const copy = temporaryFolder('copy');
  execFileSync('cp', ['-a', `${folder}/.`, copy.path]);
  for (const args of all)
    try {
      const env = { ...process.env, GIT_TERMINAL_PROMPT: '0' };
      execFileSync('git', args, { cwd: copy.path, env, input, stdio: 'pipe', timeout: 10_000 });
    } catch {
      // The next one may do.
    }
  copy.remove();
};

/** Programs that git leaves marks of in a folder. */
export const marksIn = (folder: string) => {
  mkdirSync(folder, { recursive: true });
  return {
    /** A command that leaves a mark and hands on what it is given. */
    trap: (name: string): string => `touch ${join(folder, name)}; cat`,
    /** A command that leaves a mark, and then does something else. */
    mark: (name: string, then = 'true'): string => `touch ${join(folder, name)}; ${then} #`,
    sprung: (): string[] => readdirSync(folder).toSorted(),
  };
};

/**
 * Plants programs that git runs when it looks at a work tree or writes to it, each with a mark of its own. Some files
 * have filters, by their pattern; what git lists is left as it is.
 */
export const plantTraps = (folder: string, pattern = '*') => {
  const own = join(folder, '.git');
  const { trap, mark, sprung } = marksIn(join(own, 'marks'));
  const folderOfHooks = join(own, 'trap-hooks');
  mkdirSync(folderOfHooks);
  for (const hook of hooks)
    writeFileSync(join(folderOfHooks, hook), `#!/bin/sh\n${mark(hook)}\n`, { mode: 0o755 });
  appendFileSync(
    join(own, 'config'),
    `[core]
\tfsmonitor = "${mark('fsmonitor', 'false')}"
\tpager = "${mark('pager')}"
\thooksPath = ${folderOfHooks}
[diff]
\texternal = "${mark('external')}"
[diff "trap"]
\ttextconv = "${trap('textconv')}"
[filter "trap"]
\tclean = "${trap('clean')}"
\tsmudge = "${trap('smudge')}"
`,
  );
  const attributes = join(own, 'info', 'attributes');
  mkdirSync(dirname(attributes), { recursive: true });
  appendFileSync(attributes, `${pattern} filter=trap diff=trap\n`);
  return {
    sprung,
    /** All of them. */
    names: ['clean', 'external', 'fsmonitor', 'pager', 'smudge', 'textconv', ...hooks].toSorted(),
    /** Which ones run where plain git does the same, in a copy. */
    inPlainGit: (): string[] => {
      inPlainCopy(folder, commands);
      return sprung();
    },
  };
};
