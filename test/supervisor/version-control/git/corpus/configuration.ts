import type { Situation } from './situation.ts';

/** Changes of several kinds under one setting of the repository. */
const configured = (name: string, ...settings: string[]): Situation => ({
  name: `${name}: ${settings.join(', ')}`,
  script: `lines 40 >a; lines 30 >old; mkdir d; lines 9 >d/x; touch d/äö; commit; git mv old new
sed -i 's/^2$/two/; s/^9$/nine/; s/^30$/x/' a; lines 8 >d/x; commit
sed -i 's/^3$/three/' a; echo u >u; echo x >>d/äö; git mv d/x y
${settings.map((setting) => `git config ${setting}`).join('\n')}`,
});

/** Settings that change what git prints. */
export const configuration: readonly Situation[] = [
  configured('names as they are', 'core.quotePath false'),
  configured('no prefixes', 'diff.noprefix true'),
  configured('prefixes that tell the sides', 'diff.mnemonicPrefix true'),
  configured('no renames', 'diff.renames false'),
  configured('copies', 'diff.renames copies'),
  configured('few renames', 'diff.renameLimit 1'),
  configured('another algorithm', 'diff.algorithm patience'),
  configured('less context', 'diff.context 0', 'diff.interHunkContext 9'),
  configured('names relative to the folder', 'diff.relative true'),
  configured('colours', 'color.ui always', 'color.diff always'),
  configured('other output', 'diff.submodule log', 'diff.wordRegex .', 'diff.noPrefix true'),
  configured('all files binary', 'core.bigFileThreshold 1'),
  configured('empty lines without a space', 'diff.suppressBlankEmpty true'),
  configured('untracked files hidden', 'status.showUntrackedFiles no', 'status.relativePaths true'),
  configured('no index refresh', 'core.preloadIndex false', 'diff.autoRefreshIndex false'),
];
