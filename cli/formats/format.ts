/** The hosts whose hooks Galley can answer. */
export const formatNames = ['claude-code', 'codex', 'gemini', 'copilot'] as const;
export type FormatName = (typeof formatNames)[number];

/** The JSON that a host hands to its hook on stdin; each format reads what it needs. */
export type HookEvent = Readonly<Record<string, unknown>>;

/** The plan that an event asks to have reviewed. */
export type HookPlan = { readonly content: string } | { readonly path: string };

/** How one host's hooks are read and answered; every answer is one JSON document on stdout with exit code 0. */
export interface Format {
  /**
   * The plan of an event; undefined where the event is about something else, which Galley then leaves alone.
   * @throws GalleyError where the event should hold a plan and does not
   */
  readonly planOf: (event: HookEvent) => Promise<HookPlan | undefined>;
  /** The answer that lets the host go on as if there were no hook. */
  readonly pass: () => unknown;
  /** The answer to an approval; `notes` are what the reviewer said with it. */
  readonly allow: (event: HookEvent | undefined, notes: string | undefined) => unknown;
  /** The answer to everything else, failures included. */
  readonly refuse: (event: HookEvent | undefined, reason: string) => unknown;
}
