import { languageOf } from '../../../shared/file-language.ts';
import type {
  Definition,
  DefinitionAnswer,
  DefinitionQuery,
} from '../../../shared/session/navigation.ts';
import type { EntityKind } from '../../../shared/session/structure.ts';
import type { ChangeRepository, FileLines } from '../../version-control/provider.ts';
import { grammars } from '../structure/grammars.ts';
import type { Tag } from '../structure/read-tags.ts';
import type { TaskContext } from '../task-context.ts';
import { definitionRater, type Rated } from './rank-definitions.ts';

/** How many files are kept while all are searched, how many of them are read, and how many definitions are given. */
const keptFiles = 40;
const readFiles = 6;
const maxDefinitions = 10;
const maxParsedBytes = 512 * 1024;

type Candidate = Definition & Rated;

interface RatedFile extends FileLines {
  readonly candidates: readonly Candidate[];
}

type Repository = Required<Pick<ChangeRepository, 'findWord' | 'readFile'>>;

/**
 * Finds where a symbol is defined: among all lines with it, by what they look like, and by parsing the likeliest files.
 * @throws GalleyError as the provider does
 */
export const findDefinitions = async (
  { findWord, readFile }: Repository,
  { name, path, side }: DefinitionQuery,
  context: TaskContext,
): Promise<DefinitionAnswer> => {
  const rate = definitionRater({ name, path });
  let rated: RatedFile[] = [];
  const cut = await findWord(
    {
      word: name,
      near: path,
      side,
      onFile: (file) => {
        const candidates = file.lines.map(({ line, text }) => ({
          path: file.path,
          line,
          signature: text.trim().slice(0, maxLineLength),
          ...rate({ ...file, text }),
        }));
        if (candidates.some((one) => one.rate > 0)) rated.push({ ...file, candidates });
        if (rated.length > 2 * keptFiles) rated = likeliest(rated, keptFiles);
        return Promise.resolve(true);
      },
    },
    context,
  );
  const files = likeliest(rated, keptFiles);
  const read = await Promise.all(
    files.slice(0, readFiles).map(async (file) => {
      const wanted = { path: file.path, side, maxBytes: maxParsedBytes };
      const content = await readFile(wanted, context).then(
        (found) => ('content' in found ? found.content : undefined),
        // It has gone meanwhile.
        () => undefined,
      );
      return content === undefined
        ? file.candidates
        : withTags(file, content, { name, isMet: file.path === path });
    }),
  );
  const rest = files.slice(readFiles).flatMap(({ candidates }) => candidates);
  return {
    definitions: [...read.flat(), ...rest]
      .filter((one) => one.rate > 0)
      .toSorted((one, other) => other.rate - one.rate)
      .slice(0, maxDefinitions)
      .map(({ rate: _rate, look: _look, ...definition }) => definition),
    ...(cut === undefined ? {} : { cut }),
  };
};

const likeliest = (files: readonly RatedFile[], count: number): RatedFile[] =>
  files.toSorted((one, other) => best(other) - best(one)).slice(0, count);

const best = ({ candidates }: RatedFile): number => Math.max(...candidates.map(({ rate }) => rate));

/** The candidates of a file, now that its content is known. */
const withTags = async (
  { path, candidates }: RatedFile,
  content: Buffer,
  { name, isMet }: { readonly name: string; readonly isMet: boolean },
): Promise<Candidate[]> => {
  const lines = content.toString('utf8').split('\n');
  const grammar = grammars[languageOf(path)];
  const { readTags } = await import('../structure/read-tags.ts');
  const tags = grammar === undefined ? [] : await readTags(content, grammar);
  const kinds = kindsByLine(tags, name, candidates);
  return candidates.map((candidate) => {
    const kind = kinds.get(candidate.line);
    return {
      ...candidate,
      ...(kind === undefined ? {} : { kind }),
      signature: signatureAt(lines, candidate.line) ?? candidate.signature,
      rate: candidate.rate + (kind === undefined ? untagged(candidate, tags, isMet) : isTagged),
    };
  });
};

const isTagged = 10;
const never = -1000;

/** What parsing takes from a line that defines nothing outside of a function. */
const untagged = ({ look, line }: Candidate, tags: readonly Tag[], isMet: boolean): number => {
  if (tags.length === 0) return 0;
  if (look === 'declared') return isMet ? 0 : -8;
  if (look === 'callable') return never;
  const innermost = tags.findLast(({ first, last }) => line >= first && line <= last);
  return innermost !== undefined && withMembers.has(innermost.kind) ? 0 : never;
};

/** Their fields are no tags of their own. */
const withMembers: ReadonlySet<EntityKind> = new Set(['class', 'interface', 'type', 'enum']);

/** The lines that define the symbol. A comment before it may have its name, too. */
const kindsByLine = (
  tags: readonly Tag[],
  name: string,
  candidates: readonly Candidate[],
): ReadonlyMap<number, EntityKind> =>
  new Map(
    tags.flatMap((tag) => {
      if (tag.name !== name) return [];
      const [line] = candidates
        .filter(({ line }) => line >= tag.first && line <= tag.last)
        .toSorted((one, other) => other.rate - one.rate);
      return line === undefined ? [] : [[line.line, tag.kind] as const];
    }),
  );

const maxSignatureLines = 6;
const maxLineLength = 200;
const declarationEnds = ['{', ';', '=>', ')', '='];

/** Whether the body of a declaration begins after a line, or the line has the type of what it returns. */
const isEnd = (line: string): boolean =>
  declarationEnds.some((end) => line.trimEnd().endsWith(end)) || /\)\s*:/u.test(line);

/** From the line up to where the body begins, without the indentation. */
const signatureAt = (lines: readonly string[], line: number): string | undefined => {
  const rest = lines.slice(line - 1, line - 1 + maxSignatureLines);
  const [first] = rest;
  if (first === undefined) return undefined;
  const indentation = /^\s*/u.exec(first)?.[0].length ?? 0;
  const hasOpen = first.split('(').length > first.split(')').length;
  const last = hasOpen ? rest.findIndex((text, at) => at > 0 && isEnd(text)) : 0;
  return rest
    .slice(0, Math.max(0, last) + 1)
    .map((text) => {
      const own = /^\s*/u.exec(text)?.[0].length ?? 0;
      return text.slice(Math.min(indentation, own), maxLineLength).trimEnd();
    })
    .join('\n');
};
