import { claudeCode } from './claude-code.ts';
import { codex } from './codex.ts';
import { copilot } from './copilot.ts';
import type { Format, FormatName } from './format.ts';
import { gemini } from './gemini.ts';

/** The formats by name. */
export const formats: Readonly<Record<FormatName, Format>> = {
  'claude-code': claudeCode,
  codex,
  gemini,
  copilot,
};
