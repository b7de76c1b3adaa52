/** The hosts whose hooks Galley can answer. */
export const formatNames = ['claude-code', 'codex', 'gemini', 'copilot'] as const;
export type FormatName = (typeof formatNames)[number];

/** The JSON that a host passes to its hook on stdin; each format reads what it needs. */
export type HookEvent = Readonly<Record<string, unknown>>;

/** The plan to review. */
type HookPlan = ({ readonly content: string } | { readonly path: string }) & {
  /** The agent got an answer to it in this turn, and has not presented it again since. */
  readonly isAnswered?: boolean;
};

/** Where hosts keep plans, from the hook's environment. */
export interface HostFolders {
  /** `$COPILOT_HOME`, else `~/.copilot`. */
  readonly copilotHome: string;
  /** `$GEMINI_PLANS_DIR`. */
  readonly geminiPlans: string | undefined;
}

/** How a host's hooks are read and answered. Every answer is one JSON document on stdout with exit code 0. */
export interface Format {
  /**
   * The plan in an event; undefined if the event is about something else and should pass.
   * @throws GalleyError if the event should have a plan and does not
   */
  readonly planOf: (event: HookEvent, folders: HostFolders) => Promise<HookPlan | undefined>;
  /** Whether the agent is about to finish its turn; a refusal makes it continue. */
  readonly isStop: (event: HookEvent | undefined) => boolean;
  /** What a review is answered as if its event cannot be read. */
  readonly stopEvent: HookEvent;
  /**
   * Default deadline for the answer, shorter than the host's own timeout. Undefined if the host asks its user instead
   * of timing out.
   */
  readonly timeoutMs: (event: HookEvent | undefined) => number | undefined;
  /** Longest text that the host passes to its agent uncut, in bytes of UTF-8. */
  readonly maxBytes: number;
  /** Resolves when the host has continued without an answer, if that can be known. */
  readonly awaitAnsweredElsewhere?: (event: HookEvent, signal: AbortSignal) => Promise<void>;
  /** The answer that lets the host continue as if there were no hook; `note` is for its user, if the host shows any. */
  readonly pass: (event: HookEvent | undefined, note?: string) => unknown;
  /** Whether an approval can give the agent another plan than it has presented. */
  readonly takesEditedPlan?: boolean;
  /** The answer for an approval; `notes` is the reviewer's feedback. */
  readonly allow: (
    event: HookEvent | undefined,
    notes: string | undefined,
    editedPlan?: string,
  ) => unknown;
  /** Whether the notes of an approval reach the agent; if not, at most its user sees them. Default: they do not. */
  readonly carriesNotes?: (event: HookEvent | undefined) => boolean;
  /** The answer for everything else, including failures. */
  readonly refuse: (event: HookEvent | undefined, reason: string) => unknown;
}
