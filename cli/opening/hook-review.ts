import { readFile } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { GalleyError } from '../../shared/errors.ts';
import { ownLauncher } from '../../shared/node/process-identity.ts';
import type { Decision } from '../../shared/session/decision.ts';
import type { ControlClient } from '../client/control-client.ts';
import { resumeWaiting } from '../client/wait-for-decision.ts';
import type { Context } from '../context.ts';
import { textOf } from '../formats/event-fields.ts';
import type { HookEvent } from '../formats/format.ts';
import { whileConnecting } from '../remote/connect-in-network.ts';
import { findSession } from '../sessions/find-session.ts';
import { digestOf, HookMemory, type HookAnswer } from './hook-memory.ts';
import { refuseUnreviewed } from './hook-refusal.ts';
import type { Hook } from './hook.ts';
import { interruptible } from './interruption.ts';
import { prepareRequest, type Opening } from './open-request.ts';
import { awaitOpened, openSession, type OpenedSession } from './open-review.ts';
import { stdinName } from './read-stdin.ts';
import { truncateFeedback } from './truncate-feedback.ts';

/**
 * Reviews what a hook's event is about and returns the answer. A review of the same thing that is still open, or was
 * decided since, is joined instead of opened again.
 * @throws Interruption or GalleyError
 */
export const reviewForHook = async (hook: Hook): Promise<unknown> => {
  const { format, event } = hook;
  const found = await resolveOpening(hook);
  if (found === undefined) return format.pass(event);
  return whileConnecting(hook.context, (connecting) => reviewResolved(hook, found, connecting));
};

const reviewResolved = async (
  hook: Hook,
  { opening, isAnswered }: ResolvedOpening,
  connecting: Promise<ControlClient>,
): Promise<unknown> => {
  const { format, event } = hook;
  const memory = new HookMemory(hook.context.paths, memoryKey(hook, opening));
  hook.memory = memory;
  const { about, isEmpty } = await readSubjectState(opening, connecting);
  if (isEmpty) return format.pass(event);
  hook.about = about;
  const before = await memory.read();
  const same = about !== undefined && before?.about === about ? before : undefined;
  // An agent that stops again has nothing new to review, but still has to hear an answer it has not got yet.
  const isOver = isAnswered ? same?.review === undefined : same?.outcome !== undefined;
  if (isOver && (isAnswered || (opening.subject.mode !== 'plan' && format.isStop(event))))
    return format.pass(event);
  const decision = await interruptible((signal) =>
    decide({ hook, opening, connecting, same, interrupted: signal }),
  );
  if (decision.outcome === 'undecided') {
    await memory.write({});
    return refuseUnreviewed(hook, decision.markdown);
  }
  await memory.write({ ...(about === undefined ? {} : { about }), outcome: decision.outcome });
  return answerTo(decision, hook);
};

const answerTo = async (decision: Decision, { format, event, context }: Hook): Promise<unknown> => {
  const text = (roomBytes = 0) =>
    truncateFeedback(decision, format.maxBytes - roomBytes, context.paths);
  if (decision.outcome !== 'approved') return format.refuse(event, await text());
  const { feedback, comments, annotations, edits = [], withFindings = true } = decision;
  const plan = editedPlanOf(decision);
  if (plan !== undefined && format.takesEditedPlan !== true)
    return format.refuse(event, `${await text(takeOver.length)}${takeOver}`);
  // The edited plan itself says what was edited.
  const untold = plan === undefined ? edits : edits.filter(({ isSaved }) => isSaved);
  const hasMore =
    feedback !== undefined ||
    comments.length + untold.length > 0 ||
    (withFindings && annotations.length > 0);
  return format.allow(event, hasMore ? await text() : undefined, plan);
};

/** What was approved in place of the plan that was presented. */
const editedPlanOf = ({ mode, edits = [] }: Decision): string | undefined =>
  mode === 'plan' ? edits.find(({ isSaved }) => !isSaved)?.text : undefined;

/** For hosts that would go on with the plan as it was. */
const takeOver =
  '\nTake over this edit word for word before you go on. If you have to leave plan mode for that, present the edited plan.\n';

interface ResolvedOpening {
  readonly opening: Opening;
  readonly isAnswered: boolean;
}

/** Completes the opening from the event; undefined if there is nothing to review. */
const resolveOpening = async (hook: Hook): Promise<ResolvedOpening | undefined> => {
  const { opening, event = {}, format, name } = hook;
  const found = await resolveSubject(hook);
  if (found === undefined) return undefined;
  const cwd = textOf(event, 'cwd');
  return {
    isAnswered: found.isAnswered === true,
    opening: {
      ...opening,
      subject: found.subject,
      origin: opening.origin ?? name,
      carriesNotes: format.carriesNotes?.(hook.event) ?? false,
      ...(cwd !== undefined && isAbsolute(cwd) ? { cwd } : {}),
    },
  };
};

const resolveSubject = async ({ opening: { subject }, event, format, context: { env } }: Hook) => {
  if (subject.mode !== 'plan' || !('file' in subject) || subject.file !== stdinName)
    return { subject };
  if (event === undefined)
    throw new GalleyError('invalid_json', 'There is no hook event on stdin.');
  const plan = await format.planOf(event, {
    copilotHome: env.copilotHome ?? join(env.userHome, '.copilot'),
    geminiPlans: env.geminiPlans,
  });
  if (plan === undefined) return undefined;
  const { isAnswered } = plan;
  return 'path' in plan
    ? { subject: { mode: 'plan', file: plan.path } as const, isAnswered }
    : { subject: { mode: 'plan', content: plan.content } as const, isAnswered };
};

/** The host's session id. */
const agentSessionOf = (event: HookEvent | undefined): string | undefined =>
  textOf(event, 'session_id') ?? textOf(event, 'sessionId');

const memoryKey = ({ name, event }: Hook, { subject, cwd }: Opening): string[] => [
  name,
  agentSessionOf(event) ?? '',
  cwd ?? process.cwd(),
  subject.mode,
  ...(subject.mode === 'review' ? [subject.range ?? subject.scope ?? '', subject.vcs ?? ''] : ['']),
];

interface SubjectState {
  /** Digest of the subject; undefined if unknown before it is opened. */
  readonly about: string | undefined;
  readonly isEmpty: boolean;
}

const readSubjectState = async (
  { subject, cwd = process.cwd() }: Opening,
  connecting: Promise<ControlClient>,
): Promise<SubjectState> => {
  if (subject.mode === 'plan') {
    const content =
      'content' in subject ? subject.content : await readFile(subject.file).catch(() => undefined);
    return { about: content === undefined ? undefined : digestOf(content), isEmpty: false };
  }
  if (subject.mode === 'document' || subject.patch !== undefined)
    return { about: undefined, isEmpty: false };
  const change = await (await connecting).getChange(cwd, subject);
  return { about: change?.state, isEmpty: change?.isEmpty === true };
};

interface DecideOptions {
  readonly hook: Hook;
  readonly opening: Opening;
  readonly connecting: Promise<ControlClient>;
  /** The last answer about the same subject. */
  readonly same: HookAnswer | undefined;
  readonly interrupted: AbortSignal;
}

/** The decision of the review that is still open or was decided since, else of a new one. */
const decide = async ({
  hook,
  opening,
  connecting,
  same,
  interrupted,
}: DecideOptions): Promise<Decision> => {
  const { context, deadline, format, event = {} } = hook;
  const answeredElsewhere = new AbortController();
  const signal = AbortSignal.any([interrupted, deadline.signal, answeredElsewhere.signal]);
  // When this process has exited, the supervisor closes the review and says why.
  void format
    .awaitAnsweredElsewhere?.(event, signal)
    .then(() =>
      answeredElsewhere.abort(
        new GalleyError('session_unreachable', 'The agent continued without it.'),
      ),
    );
  const joined = same?.review === undefined ? undefined : await joinReview(same.review.id, context);
  if (joined?.kind === 'decided') return joined.decision;
  // Its page was opened before.
  const browser = joined === undefined ? opening.browser : false;
  hook.opened = joined?.opened ?? (await openNew(hook, opening, connecting));
  return awaitOpened(hook.opened, { browser, context, signal });
};

const openNew = async (
  { context, event }: Hook,
  opening: Opening,
  connecting: Promise<ControlClient>,
) => {
  const prepared = await prepareRequest(opening, context);
  const launcher = ownLauncher();
  const agent = agentSessionOf(event);
  const request = {
    ...prepared.request,
    ...(launcher === undefined ? {} : { launcher }),
    // Hashed, since a host's id may be of any length.
    ...(agent === undefined ? {} : { agentSession: digestOf(agent) }),
  };
  return openSession({ ...prepared, request }, { connecting, context });
};

type Joined =
  | { readonly kind: 'decided'; readonly decision: Decision }
  | { readonly kind: 'open'; readonly opened: OpenedSession };

/**
 * Joins a review that was opened before: its decision, or the session as if opened now. Undefined if nothing is left of
 * it.
 * @throws GalleyError if that cannot be determined
 */
const joinReview = async (id: string, context: Context): Promise<Joined | undefined> => {
  try {
    const resumed = await resumeWaiting(id, context);
    if (resumed.kind === 'decided') return resumed;
    const found = await findSession(id, context);
    if (found.kind === 'ended') return { kind: 'decided', decision: found.decision };
    const { session, gateway } = found;
    return { kind: 'open', opened: { client: resumed.client, session, gateway } };
  } catch (error) {
    if (error instanceof GalleyError && error.code === 'not_found') return undefined;
    throw error;
  }
};
