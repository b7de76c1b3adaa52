import type { Annotation } from '../../../shared/annotations/annotation.ts';
import type { Comment } from '../../../shared/annotations/comment.ts';
import type { Capability } from '../../../shared/session/capabilities.ts';
import type { Command as ShellCommand } from '../../shell/commands/command.ts';
import { createPageHooks } from '../../shell/commands/page-hooks.ts';
import type { Slot } from '../../shell/slot.ts';
import type { Texts } from '../../shell/texts/en.ts';
import type { ColourRequests } from '../protocol/colour-requests.ts';
import type { ContentLoader } from '../protocol/content-loader.ts';
import type { DraftSync } from '../protocol/draft-sync.ts';
import type { SessionClient } from '../protocol/session-client.ts';
import type { Hit } from '../store/search-slice.ts';
import { can } from '../store/session-slice.ts';
import type { ReviewStore, State } from '../store/state.ts';

/** What a selection is made larger or smaller by. */
export type SelectionUnit = 'block' | 'line' | 'word' | 'character';

/** A piece of text that hits are counted in: a line of a change, or a block of a document. */
export interface HitPlace {
  readonly element: Element;
  /** What may have to be scrolled sideways to show all of it. */
  readonly scroller?: Element | null;
  readonly isOf: (hit: Hit) => boolean;
}

/** What commands do with the content that is shown, whatever shows it. */
export interface Viewer {
  /** Brings the place of a comment or finding into view, where it has one. */
  readonly reveal: (item: Comment | Annotation) => void;
  /** To the next or previous block, or change. */
  readonly step: (direction: 1 | -1) => void;
  /** To the next or previous heading, or file. */
  readonly leap: (direction: 1 | -1) => void;
  /** To a place that a search has found. */
  readonly goToHit: (hit: Hit) => void;
  /** The index of the first hit that does not stand above what is being read; their number where all do. */
  readonly firstHitFromHere?: (hits: readonly Hit[]) => number;
  /** What hits are marked in, of what is rendered; `watch` gets each shadow root, in which more may come. */
  readonly hitPlaces: (content: Element, watch: (root: Node) => void) => Iterable<HitPlace>;
  /** Shows the content as it is on the disk now. Rejects where the server is gone. */
  readonly refresh: () => Promise<void>;
  /** Prints it, where the browser alone would not have all of it. */
  readonly print?: () => void;
  /** Starts a comment on what the keyboard is at; a document knows that by its selection. */
  readonly comment?: () => void;
  /** Brings a block of a document to the top of the window, and the keyboard to it. */
  readonly goToBlock?: (blockId: string) => void;
  /** Selects text of a document without a mouse; a code change selects lines by itself. */
  readonly extendSelection?: (unit: SelectionUnit, direction: 1 | -1) => void;
  /** To a changed file; a document has none. */
  readonly openFile?: (fileId: string) => void;
  /** Ticks the file that is read, or takes that back; with `andNext` ticks it and goes on. */
  readonly markViewed?: (andNext: boolean) => void;
  /** Shows the whole file that is read, or its changes alone. */
  readonly toggleWhole?: () => void;
}

/** Something that the reviewer can do, named in the settings: `decide.approve`. */
export interface Command extends ShellCommand<keyof Texts['commands']['titles'], State, Page> {
  readonly group: keyof Texts['commands']['groups'];
  /** What the session must be able to do, one of these; else the command is not offered. */
  readonly needs?: Capability | readonly Capability[];
  /** Whether it can ever run with this content and these settings; where this is absent it can. */
  readonly isPossible?: (state: State) => boolean;
}

/** Seeks a text in the content. */
export interface Search {
  /** Seeks another text; what was sought before is given up. */
  readonly seek: (text: string) => void;
  /**
   * Leads so many hits further, or back; behind the last comes the first. What is asked for before the answer is there
   * is done when it is; where there was none, it is asked for again.
   */
  readonly step: (by: number) => void;
}

/** A node of the highlighter's tree, as far as it is read. */
export interface CodeNode {
  readonly type: string;
  readonly value?: string;
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly children?: readonly CodeNode[];
}

/** What all parts of the page work with. */
export interface Page {
  readonly store: ReviewStore;
  readonly client: SessionClient;
  readonly draftSync: DraftSync;
  /** What shows the content now, if anything does. */
  readonly viewer: Slot<Viewer>;
  readonly colours: ColourRequests;
  readonly content: ContentLoader;
  readonly search: Search;
  /** All that can be done. Of two with the same key the earlier one goes first, where it can run. */
  readonly commands: readonly Command[];
  /** Code in the colours of its language, line by line. Rejects where it cannot be coloured. */
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

/** Whether the session can do this. */
export const useCan = (capability: Capability): boolean =>
  useSelect((state) => can(state, capability));

/** The command of this name. */
export const commandOf = ({ commands }: Pick<Page, 'commands'>, id: string): Command | undefined =>
  commands.find((command) => command.id === id);
