import * as z from 'zod';
import { nothing } from './route-schemas.ts';
import type { RouteInputs } from './route.ts';

export const refreshInputs = {
  refresh: { body: nothing, bodyName: 'The request' },
} as const satisfies RouteInputs;

/** `POST /api/refresh`: the version that `GET /api/plan` or `GET /api/diff` now returns. */
export const refreshedAnswerSchema = z.object({ version: z.int().min(1) });
