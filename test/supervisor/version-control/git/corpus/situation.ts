/** A repository, and what is compared of it. */
export interface Situation {
  /** What stands in the repository. */
  readonly name: string;
  /** Shell commands in an empty repository with the functions of `prelude`. */
  readonly script: string;
  /** What is compared; default: everything uncommitted. */
  readonly compared?: readonly Compared[];
  /** What no diff shows, by path, with the reason that its row gives; all of it is uncommitted. */
  readonly said?: Readonly<Record<string, string>>;
  /** Where the review starts, in place of the repository's folder. */
  readonly folder?: string;
  /** The options of `git init`. */
  readonly init?: string;
}

/** A named scope or a range, and the sides for `git diff` where they do not follow from it. */
export type Compared = string | readonly [range: string, sides: string];

export const emptyTree = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';

/** For all scripts: committing everything, and a file of numbered lines. */
export const prelude = `set -e
commit() { git add --all; git commit --quiet --allow-empty --message "\${1:-next}"; }
lines() { seq 1 "$1"; }
`;
