/** Why a supervisor stops, and what becomes of the sessions that run. */
export interface StopRequest {
  readonly reason: string;
  /** They go on, and the next supervisor adopts them; else they are closed. */
  readonly isLeaving: boolean;
}
