import { GalleyError } from '../../shared/errors.ts';
import { pathText } from '../../shared/node/path-name.ts';
import type { TaskContext } from '../threads/task-context.ts';
import { isProjectPath } from './project-files.ts';
import type { FileLines, WantedWord } from './provider.ts';
import type { ProgramRun } from './run-program.ts';

/** A line with a word; the path and the text in Latin-1. */
export interface FoundLine {
  readonly path: string;
  readonly line: number;
  /** Without its end if it is very long. */
  readonly text: string;
}

/** Longer lines are not written by hand. */
export const maxLineBytes = 64 * 1024;

/** How long is searched. */
export const searchLimitMs = 20_000;

interface Search {
  /** Runs the program that searches. */
  readonly run: (
    run: Required<Pick<ProgramRun, 'onOutput' | 'timeLimitMs'>> & { readonly context: TaskContext },
  ) => Promise<unknown>;
  /** Reads a chunk of its output. */
  readonly take: (part: Buffer) => readonly FoundLine[];
  readonly onFile: WantedWord['onFile'];
}

/**
 * Gives each file with found lines while it is found; binary files are left out.
 * @returns why the search ended early, if it did
 */
export const streamFiles = async (
  { run, take, onFile }: Search,
  context: TaskContext,
): Promise<'stopped' | 'time' | undefined> => {
  const stopping = new AbortController();
  const signal = AbortSignal.any([context.signal, stopping.signal]);
  let file: { readonly path: string; readonly lines: FoundLine[] } | undefined;
  const give = async (): Promise<void> => {
    if (file === undefined || stopping.signal.aborted) return;
    const path = pathText(Buffer.from(file.path, 'latin1'));
    const { lines } = file;
    file = undefined;
    // A NUL tells a binary file; attributes may tell anything.
    if (!isProjectPath(path) || lines.some(({ text }) => text.includes('\0'))) return;
    if (!(await onFile({ path, lines: lines.map(asText) }))) stopping.abort();
  };
  const onOutput = async (part: Buffer): Promise<void> => {
    for (const line of take(part)) {
      if (file?.path !== line.path) {
        await give();
        file = { path: line.path, lines: [] };
      }
      file.lines.push(line);
    }
  };
  try {
    await run({ context: { ...context, signal }, timeLimitMs: searchLimitMs, onOutput });
    await give();
    return stopping.signal.aborted ? 'stopped' : undefined;
  } catch (error) {
    if (stopping.signal.aborted && !context.signal.aborted) return 'stopped';
    if (error instanceof GalleyError && error.code === 'preparation_timeout') return 'time';
    throw error;
  }
};

/** Reads lines in chunks: path, separator, line number, separator, text, line feed. */
export class LineRecords {
  readonly #separator: string;
  readonly #prefix: string;
  #rest = '';
  #isSkipping = false;

  /** @param prefix stands before each path; no path may have the separator in it */
  constructor(separator: string, prefix = '') {
    this.#separator = separator;
    this.#prefix = prefix;
  }

  /** The lines that a chunk completes. */
  take(part: Buffer): FoundLine[] {
    const text = this.#rest + part.toString('latin1');
    const lines: FoundLine[] = [];
    let start = 0;
    if (this.#isSkipping) {
      start = text.indexOf('\n') + 1;
      if (start === 0) return lines;
      this.#isSkipping = false;
    }
    for (;;) {
      const pathEnd = text.indexOf(this.#separator, start);
      const numberEnd = pathEnd < 0 ? -1 : text.indexOf(this.#separator, pathEnd + 1);
      const end = numberEnd < 0 ? -1 : text.indexOf('\n', numberEnd + 1);
      const isLong = end < 0 && numberEnd >= 0 && text.length - numberEnd > maxLineBytes;
      if (end < 0 && !isLong) break;
      lines.push({
        path: text.slice(start + this.#prefix.length, pathEnd),
        line: Number(text.slice(pathEnd + 1, numberEnd)),
        text: text.slice(numberEnd + 1, isLong ? numberEnd + 1 + maxLineBytes : end),
      });
      if (isLong) {
        this.#isSkipping = true;
        this.#rest = '';
        return lines;
      }
      start = end + 1;
    }
    this.#rest = text.slice(start);
    return lines;
  }
}

/** A found line as text. */
export const asText = ({ line, text }: Omit<FoundLine, 'path'>): FileLines['lines'][number] => ({
  line,
  text: Buffer.from(text, 'latin1').toString('utf8').replace(/\r$/u, ''),
});

const isWordCharacter = (character: string | undefined): boolean =>
  character !== undefined && /\w/u.test(character);

/** Tells whether a text in Latin-1 has the word. */
export type IsMatch = (text: string) => boolean;

/** As git's `-w` tells words, or as its `-i` does in the C locale. */
export const matcherOf = ({ word, isPart }: Pick<WantedWord, 'word' | 'isPart'>): IsMatch => {
  const bytes = Buffer.from(word).toString('latin1');
  return isPart === true ? partOf(bytes) : wordOf(bytes);
};

const partOf = (part: string): IsMatch => {
  const wanted = part.toLowerCase();
  return (text) => text.toLowerCase().includes(wanted);
};

const wordOf =
  (word: string): IsMatch =>
  (text) => {
    for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1))
      if (!isWordCharacter(text[at - 1]) && !isWordCharacter(text[at + word.length])) return true;
    return false;
  };
