import * as z from 'zod';
import type { Commit } from '../../../shared/session/scope.ts';
import type { CommitsPage } from '../provider.ts';
import { changeName, type Place } from './resolve-revisions.ts';
import { runJj } from './run-jj.ts';

const changeSchema = z
  .tuple([
    z.object({
      commit_id: z.string(),
      parents: z.array(z.string()),
      description: z.string(),
      author: z.object({ name: z.string(), timestamp: z.string() }),
    }),
    z.string(),
    z.array(z.string()),
    z.array(z.string()),
  ])
  .transform(([commit, name, bookmarks, states]): Commit => {
    const [subject = '', ...body] = commit.description.split('\n');
    return {
      id: commit.commit_id,
      subject,
      body: body.join('\n').trim(),
      author: commit.author.name,
      authoredAt: commit.author.timestamp,
      parents: commit.parents,
      labels: [name, ...bookmarks, ...states.filter((state) => state !== '')],
    };
  });

const template = [
  '"["',
  'json(self)',
  '","',
  `json(stringify(${changeName}))`,
  '","',
  'json(bookmarks.map(|b| stringify(if(b.conflict(), b.name() ++ if(b.remote(), "@" ++ b.remote()) ++ " (conflicted)", b))))',
  '",["',
  ['current_working_copy', 'conflict', 'divergent', 'empty']
    .map((state) => `json(if(${state}, "${state.replace('current_working_copy', '@')}", ""))`)
    .join(' ++ "," ++ '),
  '"]]\\n"',
].join(' ++ ');

/** What leads to the working copy, and what is stacked on it. */
const shown = '(::@ | @::) ~ root()';

/**
 * The changes around the working copy, newest first.
 * @throws GalleyError as runJj does
 */
export const readChanges = async (
  { q, skip, limit }: CommitsPage,
  { root, operation, context }: Place,
): Promise<Commit[]> => {
  const found = q === undefined ? '' : ` & description(substring-i:${quoted(q)})`;
  const { stdout } = await runJj({
    root,
    operation,
    args: [
      'log',
      '--no-graph',
      `--limit=${skip + limit}`,
      `--revisions=(${shown})${found}`,
      `--template=${template}`,
    ],
    context,
  });
  return stdout
    .split('\n')
    .slice(skip, -1)
    .map((line) => changeSchema.parse(JSON.parse(line)));
};

const quoted = (text: string): string =>
  `"${text.replace(/\p{Cc}/gu, ' ').replace(/["\\]/gu, String.raw`\$&`)}"`;
