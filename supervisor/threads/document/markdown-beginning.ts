import { longTextBytes } from '../../../shared/node/text-source.ts';
import type { AccountedBlock } from './block-writer.ts';
import { markdownBlocks } from './markdown-blocks.ts';
import { accountFor } from './unshown-lines.ts';

/** More than the first screen. */
const beginningLength = 8 * 1024;
const maxBlocks = 30;

/** Definitions of links and footnotes, which the beginning may refer to. */
const definition = /^ {0,3}\[[^\]\n\r\u2028\u2029]+\]:.*$/gmu;
/** A text may consist of nothing else. */
const definitionsLength = 64 * 1024;

/**
 * The first blocks of a long markdown text, nearly as in the whole; none of a short one. Line endings must be `\n`.
 */
export const markdownBeginning = (text: string): AccountedBlock[] => {
  if (text.length < longTextBytes) return [];
  const length = text.lastIndexOf('\n', beginningLength) + 1;
  const beginning = text.slice(0, length);
  const lines = beginning.split('\n').length - 1;
  const definitions = text.slice(length).match(definition)?.join('\n') ?? '';
  const blocks = markdownBlocks(`${beginning}\n${definitions.slice(0, definitionsLength)}`);
  // The last one may go on after the beginning.
  return accountFor(
    blocks.slice(0, maxBlocks).filter(({ endLine }) => endLine < lines),
    [],
  );
};
