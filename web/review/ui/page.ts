import type { Annotation } from '../../../shared/annotations/annotation.ts';
import type { Comment } from '../../../shared/annotations/comment.ts';
import type { Capability } from '../../../shared/session/capabilities.ts';
import type { SelectedLines } from '../../../shared/session/staging.ts';
import type { ScopeChoice } from '../../../shared/session/scope.ts';
import type { Command as ShellCommand } from '../../shell/commands/command.ts';
import { createPageHooks } from '../../shell/commands/page-hooks.ts';
import type { Slot } from '../../shell/slot.ts';
import type { CommandId } from '../../shell/texts/command-texts.ts';
import type { ColourRequests, ContentLoader } from '../protocol/content-loader.ts';
import type { DraftSync } from '../protocol/draft-sync.ts';
import type { SessionClient } from '../protocol/session-client.ts';
import type { Hit } from '../store/search-slice.ts';
import { can } from '../store/session-slice.ts';
import type { ReviewStore, State } from '../store/state.ts';

/** The unit to extend a selection by. */
export type SelectionUnit = 'block' | 'cell' | 'line' | 'word' | 'character';

/** Text that contains hits: a line of a change, or a block of a document. */
export interface HitPlace {
  readonly element: Element;
  /** The element to scroll horizontally to a hit. */
  readonly scroller?: Element | null;
  readonly isOf: (hit: Hit) => boolean;
}

/** A changed file, with lines of it if some are selected. */
export interface SelectedPart {
  readonly fileId: string;
  readonly lines: readonly SelectedLines[];
  /** Whether only the cursor is there. */
  readonly isCursor?: boolean;
}

/** A file of the project, and lines of it, 1-based. */
export interface FilePlace {
  readonly filePath: string;
  readonly side?: 'old' | 'new';
  readonly lineStart?: number;
  readonly lineEnd?: number;
  /** The id of a heading, if it is a document. */
  readonly section?: string;
}

/** The content's interface for commands. */
export interface Viewer {
  /** Scrolls to the place of a comment or finding, if any. */
  readonly reveal: (item: Comment | Annotation) => void;
  /** To the next or previous block or change. */
  readonly step: (direction: 1 | -1) => void;
  /** To the next or previous heading or file. */
  readonly leap: (direction: 1 | -1) => void;
  readonly goToHit: (hit: Hit) => void;
  /** The index of the first hit that is not above the reading position, or their count if all are. */
  readonly firstHitFromHere?: (hits: readonly Hit[]) => number;
  /** The rendered places of hits. Calls `watch` with each shadow root, to which more may be added. */
  readonly hitPlaces: (content: Element, watch: (root: Node) => void) => Iterable<HitPlace>;
  /** Lines that are shown around the hunks of a change, by file. */
  readonly shownContexts?: () => readonly ShownContext[];
  /**
   * Reloads the content from disk, or only from the server, which has read it again already. Rejects if the server is
   * gone.
   */
  readonly refresh: (isMade?: boolean) => Promise<void>;
  /** Reloads a change even if nothing is known to have changed. Rejects likewise. */
  readonly reload?: () => Promise<void>;
  /** Shows something else of a change's repository. Rejects likewise. */
  readonly choose?: (choice: ScopeChoice) => Promise<void>;
  /** Prints the content, if the browser alone would omit parts. */
  readonly print?: () => void;
  /** Starts a comment at the keyboard cursor; a document uses its selection. */
  readonly comment?: () => void;
  /** Scrolls to a block of a document and focuses it. */
  readonly goToBlock?: (blockId: string) => void;
  /** Puts the cursor of a document on the first visible block, unless there is a cursor. */
  readonly begin?: () => void;
  /** Extends a document's selection by keyboard; a change has its own line selection. */
  readonly extendSelection?: (unit: SelectionUnit, direction: 1 | -1) => void;
  /** To a changed file; not for documents. */
  readonly openFile?: (fileId: string) => void;
  /** Lets the reader find a changed file by its path; not for documents. */
  readonly findFile?: () => void;
  /** To a file of the project, changed or not, by its path; a document shows it beside its text. */
  readonly openPath?: (place: FilePlace) => void;
  /** Toggles whether the current file is viewed; with `andNext`, marks it and goes to the next one. */
  readonly markViewed?: (andNext: boolean) => void;
  /** The selected lines of the change, or its current file. */
  readonly selected?: () => SelectedPart | undefined;
  /** Shows the whole current file or only its changes. */
  readonly toggleWhole?: () => void;
  /** Asks what of the selected lines, or of the current file, is staged; not for documents. */
  readonly stage?: () => void;
  /** Shows both sides beside each other, or in one column; not for documents. */
  readonly switchLayout?: () => void;
  /** Shows or hides whitespace-only changes. */
  readonly toggleWhitespace?: () => void;
}

/** Lines of a changed file's new side, by their numbers. */
export interface ShownContext {
  readonly fileId: string;
  readonly lines: ReadonlyMap<number, string>;
}

/** A command, identified in the settings by its id: `decide.approve`. */
export interface Command extends ShellCommand<CommandId, State, Page> {
  readonly group: 'Decide' | 'Comment' | 'Move' | 'View';
  /** Capabilities of which the session must have one for the command to be offered. */
  readonly needs?: Capability | readonly Capability[];
  /** Whether it can ever run with this content and settings. Default: true. */
  readonly isPossible?: (state: State) => boolean;
}

export interface Search {
  /** Starts a new search, dropping the previous one. */
  readonly seek: (text: string) => void;
  /**
   * Goes forward or back by so many hits, wrapping around. If the search is pending, waits for it; if it failed,
   * retries.
   */
  readonly step: (by: number) => void;
}

/** A node of the highlighter's syntax tree. */
export interface CodeNode {
  readonly type: string;
  readonly value?: string;
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly children?: readonly CodeNode[];
}

/** The services of the page. */
export interface Page {
  readonly store: ReviewStore;
  readonly client: SessionClient;
  readonly draftSync: DraftSync;
  readonly viewer: Slot<Viewer>;
  readonly colours: ColourRequests;
  readonly content: ContentLoader;
  readonly search: Search;
  /** All commands. If keys collide, the first one that can run wins. */
  readonly commands: readonly Command[];
  /** Highlights code, by line. Rejects on failure. */
  readonly highlight: (
    code: string,
    language: string,
  ) => Promise<readonly (CodeNode | undefined)[]>;
}

export const {
  PageContext,
  ReadContext,
  usePage,
  useSelect,
  useCommand,
  useShortcut,
  useKeyTitle,
} = createPageHooks<State, Page>();

export const useCan = (capability: Capability): boolean =>
  useSelect((state) => can(state, capability));

export const commandOf = ({ commands }: Pick<Page, 'commands'>, id: string): Command | undefined =>
  commands.find((command) => command.id === id);
