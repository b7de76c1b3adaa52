import { counted, formatNumber } from './format.ts';

/**
 * Every text of the pages. A translation is a file like this one: it has the type `Texts`, so that the compiler says
 * what is missing. A section holds the texts of the folder that it is named after.
 */
export const en = {
  commands: {
    groups: { Decide: 'Decide', Comment: 'Comment', Move: 'Move', View: 'View' },
    titles: {
      'decide.confirm': 'In a dialog: send',
      'decide.primary': 'Decide: the button that stands out',
      'decide.approve': 'Approve with a note …',
      'decide.feedback': 'Send feedback with a note …',
      'decide.deny': 'Deny with a note …',
      'decide.close': 'Close without feedback',
      'comment.save': 'In an editor: save the comment',
      'comment.here': 'Comment on the selected text or lines, or on the current block or file',
      'comment.delete': 'Mark the selected text for deletion',
      'comment.whole': 'Comment on the whole',
      'comment.undo': 'Undo the last change of comments or findings',
      'comment.redo': 'Redo what was undone',
      'move.next': 'Next block or change',
      'move.previous': 'Previous block or change',
      'move.next-section': 'Next heading or file',
      'move.previous-section': 'Previous heading or file',
      'move.next-finding': 'Next finding',
      'move.previous-finding': 'Previous finding',
      'search.open': 'Search all of the content',
      'search.next': 'Next place that was found',
      'search.previous': 'Previous place that was found',
      'file.whole': 'Show the whole file, or its changes alone',
      'file.viewed': 'Viewed: the file that is read, or take that back',
      'file.viewed-next': 'Viewed, and on to the next file',
      'view.outline': 'Show or hide the outline or the files',
      'view.panel': 'Show or hide comments and findings',
      'view.split': 'Both sides beside each other, or one below the other',
      'view.wrap': 'Wrap long lines',
      'view.theme': 'Light or dark',
      'view.palette': 'Find a command, a file or a heading',
      'view.help': 'Show all keys',
      'view.close-layer': 'Close what is on top',
    },
  },
  decisionBar: { label: 'Decision', more: 'Other ways to decide' },
  palette: {
    title: 'Commands and places',
    placeholder: 'Type a command, a file or a heading',
    none: 'Nothing is called so.',
    goTo: (place: string) => `Go to ${place}`,
  },
  help: {
    title: 'Keys',
    all: 'All commands',
    close: 'Close',
    change: 'Keys can be changed:',
    changeNote: 'an id shows when you point at its command; the key “none” takes its keys away.',
    unknown: (ids: string) => `The settings give keys to commands that do not exist: ${ids}`,
  },
  search: {
    label: 'Search',
    found: (total: number) => (total === 0 ? 'Not found' : counted(total, 'place', 'places')),
    at: (place: number, total: number) => `${formatNumber(place)} of ${formatNumber(total)}`,
    failed: 'The server did not answer',
    next: 'Next place',
    previous: 'Previous place',
  },
  topBar: {
    modes: { plan: 'Plan', document: 'Document', review: 'Changes' },
    view: 'View',
  },
  changes: {
    viewedNotKept: (why: string) => `The tick holds only here: ${why}`,
  },
  diff: {
    changedFiles: 'Changed files',
    filterFiles: 'Filter files',
    noFileMatches: 'No file matches.',
    status: {
      added: 'added',
      deleted: 'deleted',
      modified: 'modified',
      renamed: 'renamed',
      copied: 'copied',
    },
    /** Read out behind a number that stands by itself. */
    commentsAfterCount: (count: number) => (count === 1 ? ' comment' : ' comments'),
    findingsAfterCount: (count: number) => (count === 1 ? ' finding' : ' findings'),
    findingCount: (count: number) => counted(count, 'finding', 'findings'),
    yourComments: 'Your comments',
    findings: 'Findings',
    viewed: 'Viewed',
    viewedFile: (path: string) => `Viewed: ${path}`,
    viewedOf: (viewed: number, all: number) =>
      `${formatNumber(viewed)} of ${formatNumber(all)} viewed`,
    comment: 'Comment',
    commentOnFile: (path: string) => `Comment on ${path}`,
    commentOnLine: 'Comment on this line',
    expandFile: (path: string) => `Expand ${path}`,
    collapseFile: (path: string) => `Collapse ${path}`,
    largeChange: (lines: number) => `This change is large: ${counted(lines, 'line', 'lines')}.`,
    showIt: 'Show it',
    tryAgain: 'Try again',
    patchNotLoaded: 'The change of this file could not be loaded.',
    context: {
      down: (lines: number) => `Show ${counted(lines, 'line', 'lines')} more below`,
      up: (lines: number) => `Show ${counted(lines, 'line', 'lines')} more above`,
      all: (lines: number) =>
        lines === 1 ? 'Show the line between' : `Show all ${formatNumber(lines)} lines between`,
      below: 'Show more below',
      whole: 'Show the whole file',
      changesOnly: 'Show the changes alone',
      onlyPatch: 'Only the patch is known: there is no repository to show more of.',
    },
    notices: {
      binary: {
        added: 'Binary file added.',
        deleted: 'Binary file deleted.',
        modified: 'Binary file changed.',
        renamed: 'Binary file renamed.',
        copied: 'Binary file copied.',
      },
      empty: { added: 'Empty file added.', deleted: 'Empty file deleted.' },
      renamed: 'Renamed without changes.',
      copied: 'Copied without changes.',
      noChange: 'No change of the content.',
      mode: (from: string, to: string) => `Mode changed from ${from} to ${to}`,
      plain: (reason: string) => `This patch is shown as plain text: ${reason}.`,
      bidirectional:
        'This file has bidirectional control characters: it may read otherwise than it runs.',
    },
    /** Why a patch is shown as plain text; the end of a sentence. */
    unreadable: {
      parse: 'it cannot be parsed',
      noHunks: 'it has no hunks',
      outside: (line: number) => `line ${line} belongs to no hunk`,
      header: (line: number) => `line ${line} is no valid hunk header`,
      count: (line: number) => `the hunk at line ${line} has other lines than it says`,
    },
  },
  document: {
    lines: (start: number, end: number) => `Lines ${formatNumber(start)} to ${formatNumber(end)}`,
    commentOnBlock: 'Comment on this block',
    findings: (count: number, sources: string) =>
      `${counted(count, 'finding', 'findings')}: ${sources}`,
    noHeadings: 'There are no headings.',
    selectedText: 'Selected text',
    comment: 'Comment',
    delete: 'Delete',
    notLoaded: (source: string) => `Not loaded: ${source}`,
    image: 'Image',
    footnoteBack: 'Back to the text',
    diagram: (kind: string) => `Diagram (${kind})`,
    showSource: 'Show source',
    showPicture: 'Show picture',
    drawDiagram: 'Draw it',
    diagramNotes: {
      heavy: 'A large diagram: to draw it may take a while.',
      refused: 'This diagram is not drawn, since it could have something loaded.',
      invalid: (reason: string) => `This diagram cannot be drawn: ${reason}`,
    },
    done: 'Done',
    notDone: 'Not done',
  },
  comments: {
    kinds: { comment: 'Comment', suggestion: 'Suggestion', concern: 'Concern' },
    deletion: 'Delete this',
    onWhole: 'On the whole',
    kind: 'Kind',
    you: 'You',
    yours: 'Your comment',
    edit: 'Edit comment',
    remove: 'Delete comment',
    removed: 'Comment deleted.',
    field: 'Comment',
    placeholder: 'Comment …',
    wholeField: 'Comment on the whole',
    wholePlaceholder: 'Comment on the whole …',
    suggestedCode: 'Suggested code',
    suggestedText: 'Suggested text',
    suggested: 'Suggested change',
    cancel: 'Cancel',
    save: 'Save',
    add: 'Add comment',
    list: 'Your comments',
    addOnWhole: 'Comment on the whole',
    none: 'No comments yet. Select text to comment on it or to mark it for deletion.',
    noneOfChange:
      'No comments yet. Point at a line number and press the plus, drag over several, or comment on a file in its header.',
  },
  findings: {
    of: (source: string) => `Finding of ${source}`,
    says: (source: string) => `${source} says:`,
    deletion: 'Delete this',
    kinds: {
      comment: 'Comment',
      suggestion: 'Suggestion',
      concern: 'Concern',
      deletion: 'Deletion',
    },
    dismiss: 'Dismiss finding',
    restore: 'Bring back',
    adopt: 'Make it my comment',
    adopted: 'It is your comment now.',
    dismissedNow: (count: number) =>
      count === 1 ? 'Finding dismissed.' : `${counted(count, 'finding', 'findings')} dismissed.`,
    arrived: (count: number, sources: string) =>
      `${count === 1 ? 'A new finding' : `${formatNumber(count)} new findings`} from ${sources}.`,
    notes: {
      approximate: 'The phrase is not there word for word: this is the nearest place.',
      unplaced: 'Its phrase does not stand in the text.',
      'outside-diff': 'Its lines are outside of the change.',
      'unknown-file': 'Its file is not part of the change.',
    },
    list: 'Findings',
    none: 'No findings yet. Linters, scanners and other agents add them over HTTP while you read.',
    noMatch: 'No finding matches.',
    search: 'Search findings',
    group: 'Group by',
    groups: { file: 'By file', place: 'By place', source: 'By source', kind: 'By kind' },
    source: 'Source',
    allSources: 'All sources',
    kind: 'Kind',
    allKinds: 'All kinds',
    place: 'Place',
    allPlaces: 'In and outside',
    places: {
      change: { inside: 'In the change', outside: 'Outside the change' },
      text: { inside: 'In the text', outside: 'Without a place' },
    },
    onWhole: 'On the whole',
    all: (count: number) => counted(count, 'finding', 'findings'),
    some: (shown: number, all: number) =>
      `${formatNumber(shown)} of ${counted(all, 'finding', 'findings')}`,
    lines: (start: number, end: number) =>
      start === end
        ? `Line ${formatNumber(start)}`
        : `Lines ${formatNumber(start)} to ${formatNumber(end)}`,
    outside: (count: number) => `${formatNumber(count)} outside`,
    showDismissed: (count: number) => `${formatNumber(count)} dismissed`,
    dismissAll: (count: number) => `Dismiss ${formatNumber(count)}`,
    dismissAllTitle: 'Dismiss all that are listed',
    restoreAll: (count: number) => `Bring back ${formatNumber(count)}`,
    restoreAllTitle: 'Bring back all that are listed',
    clearFilters: 'Clear filters',
  },
  panel: {
    label: 'Comments and findings',
    findings: 'Findings',
    comments: 'Comments',
    resize: 'Width of the panel',
  },
  frame: {
    serverLost: 'The server of this review does not answer.',
    serverLostMore:
      'It may have ended. What you wrote stays on this page, and the page goes on trying.',
    saving: 'Saving …',
    saved: 'Saved',
    notSaved: (sentence: string) => `Not saved: ${sentence}`,
    serverSilent: 'the server of this review does not answer.',
    undo: 'Undo',
  },
} as const;

/** The same tree with any strings. */
type Translated<Part> = Part extends string
  ? string
  : Part extends (...args: infer Args) => string
    ? (...args: Args) => string
    : { readonly [Key in keyof Part]: Translated<Part[Key]> };

/** What every language has a file of. */
export type Texts = Translated<typeof en>;
