/** Why the supervisor stops, and what happens to running sessions. */
export interface StopRequest {
  readonly reason: string;
  /** True: sessions keep running and the next supervisor adopts them. False: they are closed. */
  readonly isLeaving: boolean;
}
