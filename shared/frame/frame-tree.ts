/** Text: of block `b` from offset `s` on, if it is part of one. `w`: white space before it is shown; `p`: as it is. */
export interface FrameText {
  readonly t: string;
  readonly b?: number;
  readonly s?: number;
  readonly w?: 1;
  readonly p?: 1;
}

/** An element: name, namespace unless HTML, attributes, children, link target, and the `l` characters it stands for. */
export interface FrameElement {
  readonly e: string;
  readonly n?: 'svg' | 'math';
  readonly a?: Readonly<Record<string, string>>;
  readonly c?: readonly FrameNode[];
  readonly u?: string;
  readonly b?: number;
  readonly s?: number;
  readonly l?: number;
}

/** A node of an HTML document as its frame shows it. */
export type FrameNode = FrameText | FrameElement;

/** What of an HTML document its frame does not show, run or load. */
export const frameFactKinds = [
  'script',
  'comment',
  'embedded',
  'template',
  'redirect',
  'remote',
] as const;
export type FrameFact = (typeof frameFactKinds)[number];

/** The schema of `GET /api/frame` is an object of this type: a whole document. */
export interface FrameDocument {
  /** Whether browsers lay it out in quirks mode. */
  readonly quirks: boolean;
  readonly title: string;
  readonly facts: Readonly<Partial<Record<FrameFact, number>>>;
  /** Attributes of `html` and `body`. */
  readonly html: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, string>>;
  /** Styles. */
  readonly head: readonly FrameNode[];
  readonly content: readonly FrameNode[];
  /** Whether its text is that of the blocks; otherwise nothing in it can be commented on. */
  readonly isMapped: boolean;
}
