import type { SessionRecord, SessionView } from './session.ts';

/** What is shown of a record: without what only supervisors need. Beside the schemas, which a quick command must not load. */
export const viewOf = ({
  nonce: _nonce,
  idempotencyKey: _key,
  launcher: _launcher,
  roundsKey: _roundsKey,
  ...view
}: SessionRecord): SessionView => view;

/** The same of a session that is gone: what could be undone of its decision is released. */
export const endedView = (record: SessionRecord): SessionView => {
  const { held: _held, ...view } = viewOf(record);
  return view;
};
