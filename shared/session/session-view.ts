import type { SessionRecord, SessionView } from './session.ts';

/**
 * The public view of a record, without fields only supervisors need. Not in the schemas' file, which quick commands
 * must not load.
 */
export const viewOf = ({
  nonce: _nonce,
  idempotencyKey: _key,
  launcher: _launcher,
  ...view
}: SessionRecord): SessionView => view;

/** The same for an ended session: a held decision has been released. */
export const endedView = (record: SessionRecord): SessionView => {
  const { held: _held, ...view } = viewOf(record);
  return view;
};
