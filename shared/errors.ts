import * as z from 'zod';
import { textSchema } from './scalars.ts';

/**
 * All error codes, each with its HTTP status and CLI exit code. Source: contract.md, section 2, and the exit codes of
 * the CLI.
 */
const errorCodes = {
  invalid_json: { status: 400, exit: 1 },
  invalid_request: { status: 400, exit: 2 },
  bad_request: { status: 400, exit: 1 },
  unauthorized: { status: 401, exit: 1 },
  forbidden_origin: { status: 403, exit: 1 },
  forbidden_host: { status: 403, exit: 1 },
  forbidden_command: { status: 403, exit: 1 },
  forbidden_change: { status: 403, exit: 1 },
  not_found: { status: 404, exit: 1 },
  method_not_allowed: { status: 405, exit: 1 },
  already_decided: { status: 409, exit: 1 },
  not_held: { status: 409, exit: 1 },
  content_changed: { status: 409, exit: 1 },
  repository_locked: { status: 409, exit: 1 },
  annotation_limit: { status: 409, exit: 1 },
  upload_limit: { status: 409, exit: 1 },
  stale_draft: { status: 409, exit: 1 },
  sessions_running: { status: 409, exit: 1 },
  network_conflict: { status: 409, exit: 1 },
  body_too_large: { status: 413, exit: 1 },
  unsupported_media_type: { status: 415, exit: 1 },
  file_not_found: { status: 422, exit: 1 },
  not_an_image: { status: 422, exit: 1 },
  not_a_text: { status: 422, exit: 1 },
  content_too_large: { status: 422, exit: 1 },
  content_empty: { status: 422, exit: 1 },
  not_a_repository: { status: 422, exit: 1 },
  unknown_revision: { status: 422, exit: 1 },
  invalid_patch: { status: 422, exit: 1 },
  git_failed: { status: 422, exit: 1 },
  change_refused: { status: 422, exit: 1 },
  jj_failed: { status: 422, exit: 1 },
  url_refused: { status: 422, exit: 1 },
  url_failed: { status: 422, exit: 1 },
  invalid_config: { status: 409, exit: 1 },
  storage_failed: { status: 500, exit: 1 },
  internal: { status: 500, exit: 1 },
  session_unreachable: { status: 502, exit: 1 },
  too_many_streams: { status: 503, exit: 1 },
  preparation_failed: { status: 503, exit: 1 },
  preparation_timeout: { status: 503, exit: 1 },
  port_in_use: { status: 503, exit: 1 },
  worker_failed: { status: 503, exit: 1 },
  shutting_down: { status: 503, exit: 1 },
  queue_full: { status: 503, exit: 1 },
  unsafe_folder: { status: 500, exit: 1 },
  no_supervisor: { status: 503, exit: 1 },
  supervisor_unreachable: { status: 503, exit: 1 },
  usage: { status: 400, exit: 2 },
} as const satisfies Record<string, { status: number; exit: number }>;

export type ErrorCode = keyof typeof errorCodes;

/** One problem with an input: path (`annotations[3].text`) and message. */
const issueSchema = z.object({ path: textSchema, message: textSchema });
export type Issue = z.infer<typeof issueSchema>;

/** The body of every error response; `issues` only for invalid input, at most 100. Source: contract.md, section 2. */
export const errorBodySchema = z.object({
  error: textSchema,
  code: textSchema,
  issues: z.exactOptional(z.array(issueSchema)),
});
export type ErrorBody = z.infer<typeof errorBodySchema>;

interface ErrorOptions {
  readonly issues?: readonly Issue[];
  readonly cause?: unknown;
}

/** The only error class: a code, a message for people, details and the cause. */
export class GalleyError extends Error {
  override readonly name = 'GalleyError';
  readonly code: ErrorCode;
  readonly issues: readonly Issue[] | undefined;

  constructor(code: ErrorCode, sentence: string, options: ErrorOptions = {}) {
    super(sentence, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.issues = options.issues;
  }

  get status(): number {
    return errorCodes[this.code].status;
  }

  get exitCode(): number {
    return errorCodes[this.code].exit;
  }

  toBody(): ErrorBody {
    return {
      error: this.message,
      code: this.code,
      ...(this.issues === undefined ? {} : { issues: [...this.issues] }),
    };
  }
}

const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(errorCodes, code);

/** Restores a GalleyError from a response body; unknown codes become `internal`. */
export const errorFromBody = (body: ErrorBody): GalleyError =>
  new GalleyError(
    isErrorCode(body.code) ? body.code : 'internal',
    body.error,
    body.issues === undefined ? {} : { issues: body.issues },
  );
