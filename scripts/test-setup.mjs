// Vitest's global set-up: the tests run what was built of these sources.
import { build } from './steps.mjs';

export const setup = () => build();
