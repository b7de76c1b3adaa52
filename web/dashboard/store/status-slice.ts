import type { Status } from '../../../shared/supervisor/status.ts';

/** The supervisor's figures, as of the last time that they were asked for. */
export type StatusSlice = Status | null;

export interface StatusAction {
  readonly type: 'status/read';
  readonly status: Status;
}

export const reduceStatus = (_: StatusSlice, { status }: StatusAction): StatusSlice => status;
