import { longTextBytes } from '../../../shared/node/text-source.ts';
import type { AccountedBlock } from './block-writer.ts';
import { markdownBlocks } from './markdown-blocks.ts';
import { accountFor } from './unshown-lines.ts';
import {
  maxBeginningBlocks,
  maxBeginningLength,
  maxDefinitionsLength,
} from '../../../shared/limits.ts';

/** Definitions of links and footnotes, which the beginning may refer to. */
const definition = /^ {0,3}\[[^\]\n\r\u2028\u2029]+\]:.*$/gmu;

/**
 * The first blocks of a long markdown text, nearly as in the whole; none of a short one. Line endings must be `\n`.
 */
export const markdownBeginning = (text: string): AccountedBlock[] => {
  if (text.length < longTextBytes) return [];
  const length = text.lastIndexOf('\n', maxBeginningLength) + 1;
  const beginning = text.slice(0, length);
  const lines = beginning.split('\n').length - 1;
  const definitions = text.slice(length).match(definition)?.join('\n') ?? '';
  const blocks = markdownBlocks(`${beginning}\n${definitions.slice(0, maxDefinitionsLength)}`);
  // The last one may go on after the beginning.
  return accountFor(
    blocks.slice(0, maxBeginningBlocks).filter(({ endLine }) => endLine < lines),
    [],
  );
};
