import type { Decision } from '../../shared/session/decision.ts';
import { plainText } from './plain-text.ts';
import { printJson, printResult } from './print.ts';

/** Prints a decision: its markdown, or all of it as JSON. */
export const printDecision = (decision: Decision, isJson: boolean): Promise<void> =>
  isJson ? printJson(decision) : printResult(plainText(decision.markdown));
