import type { CommentKind } from '../../../shared/annotations/comment-kinds.ts';
import type { QuickLabel } from '../../../shared/quick-labels.ts';
import type { Status } from '../../../shared/supervisor/status.ts';
import type { enDiff } from './en-diff.ts';
import { counted, formatNumber, listed } from './format.ts';

/** Named numbers, for texts with more than a few. */
type Counts = Readonly<Record<'running' | 'queued' | 'completed' | 'failed', number>>;

const outcomes = {
  approved: 'Approved',
  denied: 'Changes requested',
  feedback: 'Feedback sent',
  closed: 'Closed without feedback',
  undecided: 'Ended without a decision',
};

/** Short form. */
const shortOutcomes = { ...outcomes, closed: 'Closed', undecided: 'Undecided' };

/**
 * All texts of the review page. Translations have the type `Texts`, so the compiler reports missing ones. Sections are
 * named after folders.
 */
export const en = {
  commands: {
    /** Of the buttons that are there from the start; the others are in `command-texts.ts`. */
    titles: {
      'view.outline': 'Show or hide the outline or the files',
      'view.split': 'Switch between split and unified view',
    },
  },
  search: {
    label: 'Search',
    here: 'Search this document',
    found: (total: number) => (total === 0 ? 'Not found' : counted(total, 'match', 'matches')),
    at: (place: number, total: number) => `${formatNumber(place)} of ${formatNumber(total)}`,
    failed: 'The server did not answer',
    next: 'Next match',
    previous: 'Previous match',
  },
  topBar: {
    view: 'View',
    more: 'More',
    files: (count: number) => counted(count, 'file', 'files'),
    round: (round: number) => `Round ${formatNumber(round)}`,
    sinceVersion: 'Lines since the last version',
    version: (number: number) => `Version ${formatNumber(number)}`,
  },
  freshness: {
    refresh: 'Refresh',
    notRefreshed: (sentence: string) => `Refresh failed: ${sentence}`,
    isOutdated: 'The code has changed',
  },
  changes: {
    files: 'Changed files',
    viewedOf: (viewed: number, all: number) =>
      `${formatNumber(viewed)} of ${formatNumber(all)} viewed`,
    viewedNotKept: (why: string) => `The tick was not saved: ${why}`,
  },
  document: {
    lines: (start: number, end: number) => `Lines ${formatNumber(start)} to ${formatNumber(end)}`,
    commentOn: {
      heading: 'Comment on this block',
      paragraph: 'Comment on this block',
      list: 'Comment on this item',
      code: 'Comment on this line',
      quote: 'Comment on this paragraph',
      table: 'Comment on this row',
      rule: 'Comment on this block',
      other: 'Comment on this block',
    },
    wideTable: 'Table, scrolls sideways',
    wideCode: 'Code, scrolls sideways',
    findings: (count: number, sources: string) =>
      `${counted(count, 'finding', 'findings')}: ${sources}`,
    outline: 'Outline',
    quickLabels: (labels: readonly QuickLabel[]) => labels,
    noHeadings: 'No headings.',
    filterHeadings: 'Filter headings',
    noHeadingMatches: 'No headings match.',
    selectedText: 'Selected text',
    comment: 'Comment',
    suggest: 'Suggest',
    delete: 'Delete',
    notLoaded: (source: string) => `Not loaded: ${source}`,
    image: 'Image',
    footnoteBack: 'Back to the text',
    done: 'Done',
    notDone: 'Not done',
  },
  comments: {
    kinds: {
      must: 'Must',
      replace: 'Replace',
      question: 'Question',
      nit: 'Nit',
      keep: 'Keep',
    },
    deletion: 'Delete this',
    onWhole: 'Overall',
    kind: 'Kind',
    you: 'You',
    yours: 'Your comment',
    edit: 'Edit comment',
    remove: 'Delete comment',
    removed: 'Comment deleted.',
    discarded: 'What you wrote was discarded.',
    lines: (start: number, end: number) =>
      start === end ? `line ${start}` : `lines ${start}–${end}`,
    /** For comments whose text or lines have changed. */
    changedSince: 'Changed since',
    onOldSide: (lines: string) => `${lines}, before`,
    field: 'Comment',
    placeholder: 'Comment …',
    wholeField: 'Overall comment',
    wholePlaceholder: 'Overall comment …',
    suggestedCode: 'Suggested code',
    suggestedText: 'Suggested text',
    suggested: 'Suggested change',
    cancel: 'Cancel',
    save: 'Save',
    add: 'Add comment',
    list: 'Your comments',
  },
  findings: {
    of: (source: string) => `Finding from ${source}`,
    says: (source: string) => `${source} says:`,
    deletion: 'Delete this',
    kinds: {
      comment: 'Comment',
      suggestion: 'Suggestion',
      concern: 'Concern',
      deletion: 'Deletion',
    },
    severities: { error: 'Error', warning: 'Warning', info: 'Info' },
    suggestsCode: 'Suggests a change',
    samePlaces: (count: number) => `Same message in ${formatNumber(count)} places:`,
    aboutRule: (rule: string | undefined) => (rule === undefined ? 'About this' : `About ${rule}`),
    accept: 'Accept',
    dismiss: 'Dismiss',
    restore: 'Restore',
    allOf: (verb: string, count: number, group: string) =>
      `${verb} ${formatNumber(count)}: ${group}`,
    acceptedNow: (count: number) =>
      count === 1
        ? 'Finding accepted as your comment.'
        : `${formatNumber(count)} findings accepted as your comments.`,
    acceptedSome: (count: number, most: number) =>
      `${counted(count, 'finding', 'findings')} accepted: a review has ${formatNumber(most)} comments at most.`,
    dismissedNow: (count: number) =>
      count === 1 ? 'Finding dismissed.' : `${counted(count, 'finding', 'findings')} dismissed.`,
    arrived: (count: number, sources: string) =>
      `${count === 1 ? 'A new finding' : `${formatNumber(count)} new findings`} from ${sources}.`,
    notes: {
      approximate: 'The exact phrase was not found: this is the closest match.',
      unplaced: 'Its phrase was not found in the text.',
      'outside-diff': 'Its lines are outside the change.',
      'unknown-file': 'Its file is not part of the change.',
    },
  },
  decision: {
    open: { plan: 'Review plan', document: 'Review document', review: 'Review changes' },
    tally: ({ must, replace, question, nit, keep }: Readonly<Record<CommentKind, number>>) =>
      listed([
        [must + replace, `${formatNumber(must + replace)} to address`],
        [question, `${formatNumber(question)} to answer`],
        [nit, counted(nit, 'nit', 'nits')],
        [keep, `${formatNumber(keep)} to keep`],
      ]),
    copy: 'Copy all comments as markdown',
    copied: 'Copied',
    notCopied: 'Could not copy: save as file',
    save: 'Save as file',
    outcomes: {
      plan: outcomes,
      document: outcomes,
      review: { ...outcomes, feedback: outcomes.denied },
    },
  },
  panel: {
    label: 'Comments and findings',
    count: {
      findings: (count: number) => counted(count, 'finding', 'findings'),
      comments: (count: number) => counted(count, 'comment', 'comments'),
    },
  },
  frame: {
    serverLost: 'The server of this review does not answer.',
    serverLostMore: 'It may have ended. What you wrote stays on this page, which keeps trying.',
    noEvents: 'This page gets no live updates.',
    noEventsMore: 'New findings do not appear. What you write is saved.',
    saving: 'Saving …',
    saved: 'Saved',
    notSaved: (sentence: string) => `Not saved: ${sentence}`,
    serverSilent: 'the server of this review does not answer.',
    otherRelease: 'the server of this review runs another release.',
    undo: 'Undo',
    settingNotKept: (sentence: string) => `The setting was not saved: ${sentence}`,
    notLoaded:
      'This part of the page could not be loaded: the server of this review does not answer, or runs another release. Reload the page; what you wrote is kept.',
    broken: 'Something went wrong',
    brokenMore: 'This is a bug in Galley. What you wrote is kept; reloading the page often helps.',
    loadAgain: 'Reload',
    preparing: {
      plan: 'Preparing the plan …',
      document: 'Preparing the document …',
      review: 'Preparing the changes …',
    },
    stillPreparing: 'Still working: large content takes a while.',
    notPrepared: {
      plan: 'Galley cannot show the plan',
      document: 'Galley cannot show the document',
      review: 'Galley cannot show the changes',
    },
    tryAgain: 'Try again',
    notPreparedMore:
      'You can still send an overall comment, or close the session: the process that asked is told.',
    tabTitles: { ...outcomes, closed: 'Closed', undecided: 'Ended', lost: 'Not connected' },
  },
} as const;

/** The texts of the dashboard, separate to keep them out of the review page. */
export const enDashboard = {
  title: 'Reviews',
  tabs: { reviews: 'Reviews', operators: 'System' },
  view: 'View',
  search: 'Search reviews',
  filters: { mode: 'Kind', state: 'State' },
  grouping: {
    label: 'Group by',
    names: { none: 'No groups', project: 'By project', agent: 'By agent', state: 'By state' },
  },
  modes: { plan: 'Plan', document: 'Document', review: 'Changes' },
  states: {
    waiting: 'Waiting',
    preparing: 'Preparing',
    failed: 'Cannot be shown',
    silent: 'Not responding',
    ended: 'Ended',
  },
  outcomes: {
    plan: shortOutcomes,
    document: shortOutcomes,
    review: { ...shortOutcomes, feedback: shortOutcomes.denied },
  },
  heldFor: (seconds: number) =>
    seconds === 0 ? 'Decided, being sent' : `Decided, will be sent in ${formatNumber(seconds)} s`,
  canUndo: (outcome: string) => `${outcome}. This can still be undone in the review.`,
  deaths: {
    clean: 'exited normally',
    crash: 'crashed',
    killed: 'killed',
    'out-of-memory': 'out of memory',
    'start-failed': 'could not start',
    closed: 'stopped on request',
  },
  columns: {
    mode: 'Kind',
    title: 'Title',
    project: 'Project',
    agent: 'Agent',
    age: 'Age',
    findings: 'Findings',
    comments: 'Comments',
    state: 'State',
    actions: 'Actions',
  },
  /** After the number of a column. */
  afterOne: { findings: 'Finding', comments: 'Comment' },
  shown: (shown: number, all: number) =>
    shown === all
      ? counted(all, 'review', 'reviews')
      : `${formatNumber(shown)} of ${counted(all, 'review', 'reviews')}`,
  round: (round: number) => `Round ${formatNumber(round)}`,
  earlierRounds: (count: number, isExpanded: boolean) =>
    `${isExpanded ? 'Hide' : 'Show'} ${counted(count, 'earlier round', 'earlier rounds')}`,
  open: (title: string) => `Open ${title}`,
  openShort: 'Open',
  close: 'Close',
  closeOne: (title: string) => `Close ${title}`,
  closeAll: (count: number) => `Close ${formatNumber(count)} …`,
  closeAllLabel: (count: number) => `Close all shown: ${counted(count, 'review', 'reviews')}`,
  closeNone: 'Nothing to close',
  closeTitle: (count: number) =>
    count === 1 ? 'Close this review?' : `Close ${formatNumber(count)} reviews?`,
  closeNote: 'Closes without a decision: the process that asked is told that there is no feedback.',
  closeNoteMany:
    'Closes without a decision: the processes that asked are told that there is no feedback.',
  closeLoss: (comments: number, reviews: number) =>
    reviews === 1
      ? `${counted(comments, 'comment', 'comments')} will not be sent. The draft is kept and comes back when the same thing is reviewed again.`
      : `${counted(comments, 'comment', 'comments')} in ${counted(reviews, 'review', 'reviews')} will not be sent. The draft is kept and comes back when the same thing is reviewed again.`,
  confirmClose: (count: number) =>
    count === 1 ? 'Close it' : `Close ${formatNumber(count)} reviews`,
  cancel: 'Cancel',
  closed: (count: number) => `${counted(count, 'review', 'reviews')} closed.`,
  notClosed: (count: number, reason: string) =>
    `${counted(count, 'review', 'reviews')} could not be closed. ${reason}`,
  unreachable: 'The supervisor does not answer.',
  empty: 'No reviews are open',
  emptyNote: 'New reviews appear here.',
  noneFound: 'No reviews match',
  loading: 'Looking for reviews …',
  lost: 'Connection lost. The list may be out of date; reconnecting …',
  lostForLong:
    'If the supervisor has restarted, this address is out of date. The new one is printed by',
  refusedTitle: 'This address does not open the dashboard',
  refused:
    'It has no key, or the key of a supervisor that is gone. The current address is printed by',
  plainList: 'All open reviews, as a plain list',
  notify: {
    off: 'Notify me when reviews open or end',
    asking: 'The browser is asking …',
    on: 'Notifications are on',
    blocked: 'The browser blocks notifications for this address',
    opened: (mode: string) => `New: ${mode}`,
    ended: (outcome: string) => `Ended: ${outcome}`,
    many: (opened: number, ended: number) =>
      `${counted(opened, 'new review', 'new reviews')}, ${formatNumber(ended)} ended`,
  },
  theme: 'Switch between light and dark',
  palette: {
    title: 'Commands and reviews',
    placeholder: 'Type a command or the title of a review',
    none: 'No matches.',
  },
  commands: {
    'dashboard.search': 'Search',
    'dashboard.next': 'Next review',
    'dashboard.previous': 'Previous review',
    'dashboard.down': 'In the list: down',
    'dashboard.up': 'In the list: up',
    'dashboard.page-down': 'In the list: a page down',
    'dashboard.page-up': 'In the list: a page up',
    'dashboard.first': 'In the list: first review',
    'dashboard.last': 'In the list: last review',
    'dashboard.open': 'In the list: open the review in a new tab',
    'dashboard.close': 'In the list: close the review',
    'dashboard.expand': 'In the list: show earlier rounds',
    'dashboard.collapse': 'In the list: hide earlier rounds',
    'dashboard.close-all': 'Close all shown',
    'dashboard.sort': 'Sort by the next column',
    'dashboard.group': 'Group by project, agent or state',
    'dashboard.sort-reverse': 'Reverse the order',
    'dashboard.to-list': 'In the search: to the list',
    'dashboard.notify': 'Turn notifications on or off',
    'dashboard.theme': 'Switch between light and dark',
    'dashboard.tab': 'Switch view',
    'dashboard.palette': 'Find a command or a review',
    'dashboard.help': 'Show keyboard shortcuts',
    'dashboard.close-layer': 'Close the open dialog, search or filters',
  },
  operators: {
    supervisor: 'Supervisor',
    process: 'Process',
    release: 'Release',
    node: 'Node',
    uptime: 'Uptime',
    memory: 'Memory',
    network: 'Network',
    networkWhy: ({ mode, because }: Status['network']) => `${mode}, because ${because}`,
    reviews: 'Reviews',
    reviewsNow: (open: number, silent: number) =>
      silent === 0
        ? `${formatNumber(open)} open`
        : `${formatNumber(open)} open, ${formatNumber(silent)} not responding`,
    waiting: 'Waiting processes',
    warm: 'Workers ready',
    pool: 'Thread pool',
    poolNow: ({ running, queued, completed, failed }: Counts) =>
      `${formatNumber(running)} running, ${formatNumber(queued)} waiting, ${formatNumber(completed)} done, ${formatNumber(failed)} failed`,
    chart: 'The last hour',
    opened: 'Opened',
    decided: 'Decided or closed',
    died: 'Died',
    chartText: (opened: number, decided: number, died: number) =>
      `In the last hour ${formatNumber(opened)} opened, ${formatNumber(decided)} decided or closed, ${formatNumber(died)} died.`,
    asTable: 'As a table',
    minute: 'Minute',
    quiet: 'No activity.',
    ends: 'Exit reasons',
    endClass: 'Reason',
    count: 'Count',
    lastDeaths: 'Recently ended processes',
    noDeaths: 'None so far.',
    when: 'When',
    exitCode: 'Exit code',
    signal: 'Signal',
    memoryOf: 'Memory of the sessions',
    rss: 'Resident (RSS)',
    pss: 'Own share (PSS)',
    total: 'Total',
    noWorkers: 'No sessions are running.',
    unknown: 'unknown',
  },
} as const;

/** The same tree with any strings. */
type Translated<Part> = Part extends string
  ? string
  : Part extends (...args: infer Args) => infer Result
    ? (...args: Args) => Result extends string ? string : Result
    : { readonly [Key in keyof Part]: Translated<Part[Key]> };

export type DiffTexts = Translated<typeof enDiff>;

/** The type of a translation. */
export type Texts = Translated<typeof en> & { readonly diff?: DiffTexts };

export type DashboardTexts = Translated<typeof enDashboard>;
