import { counted, formatNumber, formatPercent } from './format.ts';

/** English texts of code changes. They would delay the first paint of documents. */
export const enDiff = {
  coming: 'Loading the changes …',
  noDifference: (what: string) => `There are no differences (${what}).`,
  filterFiles: 'Filter files',
  noFileMatches: 'No files match.',
  status: {
    added: 'added',
    deleted: 'deleted',
    modified: 'modified',
    renamed: 'renamed',
    copied: 'copied',
  },
  /** For files with more than a content change. */
  badges: { added: 'Added', deleted: 'Deleted', renamed: 'Renamed', copied: 'Copied' },
  moreOfFile: (path: string) => `More for ${path}`,
  copyPath: 'Copy path',
  pathCopied: 'Path copied.',
  pathNotCopied: 'The path could not be copied.',
  /** For screen readers, after a bare number. */
  commentsAfterCount: (count: number) => (count === 1 ? ' comment' : ' comments'),
  findingsAfterCount: (count: number) => (count === 1 ? ' finding' : ' findings'),
  findingCount: (count: number) => counted(count, 'finding', 'findings'),
  yourComments: 'Your comments',
  findings: 'Findings',
  viewed: 'Viewed',
  viewedFile: (path: string) => `Viewed: ${path}`,
  comment: 'Comment',
  commentOnFile: (path: string) => `Comment on ${path}`,
  commentOnLine: 'Comment on this line',
  expandFile: (path: string) => `Expand ${path}`,
  collapseFile: (path: string) => `Collapse ${path}`,
  largeChange: (lines: number) =>
    `This change is large: ${counted(lines, 'line', 'lines')}. It is not shown yet, and then without highlighting.`,
  similarity: (percent: number) => `${formatPercent(percent)} unchanged`,
  conflict: 'Conflict',
  /** Why a file is collapsed by default: as a badge and as a sentence. */
  setAside: {
    generated: { word: 'Generated', why: 'Collapsed: generated file.' },
    lock: { word: 'Lock file', why: 'Collapsed: lock file.' },
    minified: { word: 'Minified', why: 'Collapsed: minified file.' },
    snapshot: { word: 'Snapshot', why: 'Collapsed: test snapshot.' },
    bundle: { word: 'Bundle', why: 'Collapsed: build output.' },
    packages: { word: 'Package', why: 'Collapsed: part of an installed package.' },
    undiffed: {
      word: 'Not compared',
      why: 'Collapsed: excluded from diffs by .gitattributes.',
    },
  },
  showIt: 'Show anyway',
  patchNotLoaded: 'The changes to this file could not be loaded.',
  context: {
    down: (lines: number) => `Show ${counted(lines, 'more line', 'more lines')} below`,
    up: (lines: number) => `Show ${counted(lines, 'more line', 'more lines')} above`,
    all: (lines: number) => `Expand ${counted(lines, 'line', 'lines')}`,
    below: 'Show more below',
    whole: 'Show the whole file',
    changesOnly: 'Show only the changes',
    onlyPatch: 'Only the patch is known: there is no repository to show more from.',
  },
  notices: {
    binary: {
      added: 'Binary file added.',
      deleted: 'Binary file deleted.',
      modified: 'Binary file changed.',
      renamed: 'Binary file renamed.',
      copied: 'Binary file copied.',
    },
    tooLarge: (size: string) => `Too large to compare: ${size}.`,
    notCompared: {
      repository: 'A nested repository. Its files are not part of this review.',
      unreadable: 'Cannot be read: permission denied.',
      special: 'Not a file: a pipe, a socket or a device.',
      refused: 'Files with such names cannot be compared, so the content is not shown.',
      index: 'Only the index has changed: the work tree is as it was committed.',
      same: 'Git lists this file as changed, but finds no difference.',
      conflict: 'In conflict, and not resolved yet.',
      dirty:
        'This submodule has uncommitted changes of its own. Open a review inside it to see them.',
      unchecked:
        'Not checked for uncommitted changes of its own: its repository is elsewhere or cannot be read. Run git status inside it to see them.',
      limit:
        'Galley checks 100 submodules for uncommitted changes. This one and those after it were not checked.',
      failed: 'This repository could not be compared.',
    },
    empty: { added: 'Empty file added.', deleted: 'Empty file deleted.' },
    renamed: 'Renamed without changes.',
    copied: 'Copied without changes.',
    onlyWhitespace: 'Only whitespace has changed.',
    noChange: 'Content unchanged.',
    undiffed: 'Excluded from diffs by .gitattributes.',
    symlink: 'A symbolic link: the line is its target.',
    pointer: 'A Git LFS pointer: the content is stored elsewhere.',
    lineEnds: {
      crlf: 'Line endings changed from LF to CRLF.',
      lf: 'Line endings changed from CRLF to LF.',
    },
    submodule: 'A submodule: the lines are its commits.',
    executable: 'Now executable',
    notExecutable: 'No longer executable',
    nowA: {
      file: 'Now a regular file',
      program: 'Now an executable file',
      symlink: 'Now a symbolic link',
      submodule: 'Now a submodule',
    },
    mode: (from: string, to: string) => `Mode changed from ${from} to ${to}`,
    wrongHunk: (line: string) =>
      `The hunk at line ${line} of the patch does not match its header: lines may be missing.`,
    wrongHunks: (lines: string) =>
      `The hunks at lines ${lines} of the patch do not match their headers: lines may be missing.`,
    plain: (reason: string) => `This patch is shown as plain text: ${reason}.`,
    hidden: (which: string) =>
      `This file has invisible characters (${which}): what you read may not be what runs.`,
  },
  preparingPrint: 'Preparing the printout …',
  /** The end of a list of lines. */
  moreLines: (count: number) => `${formatNumber(count)} more`,
  /** Why a patch is shown as plain text; ends a sentence. */
  unreadable: {
    parse: 'it cannot be parsed',
    noHunks: 'it has no hunks',
    outside: (line: number) => `line ${line} belongs to no hunk`,
    header: (line: number) => `line ${line} is not a valid hunk header`,
    count: (line: number) => `the hunk at line ${line} does not match its header`,
  },
};
