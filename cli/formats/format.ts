/** The hosts whose hooks Galley can answer. */
export const formatNames = ['claude-code', 'codex', 'gemini', 'copilot'] as const;
export type FormatName = (typeof formatNames)[number];

/** The JSON that a host hands to its hook on stdin; each format reads what it needs. */
export type HookEvent = Readonly<Record<string, unknown>>;

/** The plan that an event asks to have reviewed. */
export type HookPlan = ({ readonly content: string } | { readonly path: string }) & {
  /** The agent was answered about it in this turn, and has not presented it again since. */
  readonly isAnswered?: boolean;
};

/** Where hosts keep plans, as the environment of a hook says. */
export interface HostFolders {
  /** `$COPILOT_HOME`, else `~/.copilot`. */
  readonly copilotHome: string;
  /** `$GEMINI_PLANS_DIR`. */
  readonly geminiPlans: string | undefined;
}

/** How one host's hooks are read and answered; every answer is one JSON document on stdout with exit code 0. */
export interface Format {
  /**
   * The plan of an event; undefined where the event is about something else, which Galley then leaves alone.
   * @throws GalleyError where the event should hold a plan and does not
   */
  readonly planOf: (event: HookEvent, folders: HostFolders) => Promise<HookPlan | undefined>;
  /** Whether an event says that the agent is about to finish its turn; one that is refused makes it go on working. */
  readonly isStop: (event: HookEvent | undefined) => boolean;
  /**
   * When a hook has to have answered where the command line does not say: less than the host waits for it by default.
   * Undefined where the host asks its user then.
   */
  readonly limitMs: (event: HookEvent | undefined) => number | undefined;
  /** How long a text the host hands to its agent as it is, in bytes of UTF-8. */
  readonly mostBytes: number;
  /** Resolves when the host has gone on without an answer, where it can be known. */
  readonly awaitHostWentOn?: (event: HookEvent, signal: AbortSignal) => Promise<void>;
  /** The answer that lets the host go on as if there were no hook; `note` is for its user, if the host shows any. */
  readonly pass: (event: HookEvent | undefined, note?: string) => unknown;
  /** The answer to an approval; `notes` are what the reviewer said with it. */
  readonly allow: (event: HookEvent | undefined, notes: string | undefined) => unknown;
  /** The answer to everything else, failures included. */
  readonly refuse: (event: HookEvent | undefined, reason: string) => unknown;
}
