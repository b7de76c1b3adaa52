import type {
  SymbolsAnswer,
  SymbolsQuery,
  FoundSymbol,
} from '../../../shared/session/navigation.ts';
import type { ChangeRepository } from '../../version-control/provider.ts';
import type { TaskContext } from '../task-context.ts';
import { rateSymbol } from './rank-definitions.ts';

const maxSymbols = 50;
/** Lines with the text that are looked at; a short text may stand in most lines of a project. */
const maxLines = 20_000;
/** Longer lines are not written by hand. */
const maxLineLength = 500;

interface Rated extends FoundSymbol {
  /** How well the name matches, and how likely the line defines it; less is better. */
  readonly order: readonly [match: number, rate: number];
}

/**
 * Finds the functions, classes, types … of a project with a text in their name, by what their lines look like. No file is
 * parsed, so that it keeps up with typing.
 * @throws GalleyError as the provider does
 */
export const findSymbols = async (
  findWord: NonNullable<ChangeRepository['findWord']>,
  { q, side }: SymbolsQuery,
  context: TaskContext,
): Promise<SymbolsAnswer> => {
  let found: Rated[] = [];
  let lines = 0;
  const cut = await findWord(
    {
      word: q,
      isPart: true,
      side,
      onFile: ({ path, lines: ofFile }) => {
        for (const { line, text } of ofFile)
          if (text.length <= maxLineLength) found.push(...symbolsIn({ path, line, text }, q));
        lines += ofFile.length;
        if (found.length > 4 * maxSymbols) found = best(found);
        return Promise.resolve(lines < maxLines);
      },
    },
    context,
  );
  const all = best(found);
  return {
    symbols: all.slice(0, maxSymbols).map(({ order: _, ...symbol }) => symbol),
    ...(cut === undefined ? {} : { cut }),
  };
};

const best = (found: readonly Rated[]): Rated[] =>
  found
    .toSorted(
      ({ order: [match, rate] }, { order: [other, otherRate] }) =>
        match - other || rate - otherRate,
    )
    .slice(0, maxSymbols);

interface Line {
  readonly path: string;
  readonly line: number;
  readonly text: string;
}

const symbolsIn = ({ path, line, text }: Line, q: string): Rated[] => {
  const names = new Set(text.match(/[\p{L}_$][\p{L}\p{N}_$]*/gu));
  return [...names].flatMap((name) => {
    const match = matchOf(name, q);
    const rate = match === undefined ? 0 : rateSymbol(name, { path, text });
    return match === undefined || rate === 0
      ? []
      : [{ name, path, line, signature: text.trim(), order: [match, -rate] as const }];
  });
};

/** 0 for the name itself, 1 for its beginning, 2 for the beginning of a word in it, 3 for another part of it. */
const matchOf = (name: string, q: string): number | undefined => {
  const at = name.toLowerCase().indexOf(q.toLowerCase());
  if (at < 0) return undefined;
  if (at === 0) return name.length === q.length ? 0 : 1;
  const [before = '', first = ''] = [name[at - 1], name[at]];
  const isWord =
    before === '_' || (first !== first.toLowerCase() && before === before.toLowerCase());
  return isWord ? 2 : 3;
};
