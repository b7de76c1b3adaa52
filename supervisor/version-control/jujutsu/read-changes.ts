import * as z from 'zod';
import {
  commitsAtOnce,
  type Commit,
  type CommitsAnswer,
  type CommitsQuery,
} from '../../../shared/session/scope.ts';
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
      body: shortened(body.join('\n').trim()),
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
  'json(bookmarks.map(|b| stringify(b)))',
  '",["',
  ['current_working_copy', 'conflict', 'divergent', 'empty']
    .map((state) => `json(if(${state}, "${state.replace('current_working_copy', '@')}", ""))`)
    .join(' ++ "," ++ '),
  '"]]\\n"',
].join(' ++ ');

/** What leads to the working copy, and what is stacked on it. */
const shown = '(::@ | @::) ~ root()';

/**
 * A page of the changes around the working copy, newest first.
 * @throws GalleyError as runJj does
 */
export const readChanges = async (
  { q, after = '0' }: CommitsQuery,
  { root, operation, context }: Place,
): Promise<CommitsAnswer> => {
  const start = Number(after);
  const found = q === undefined ? '' : ` & description(substring-i:${quoted(q)})`;
  const { stdout } = await runJj({
    root,
    operation,
    args: [
      'log',
      '--no-graph',
      // One more than is shown tells whether there is another page.
      `--limit=${start + commitsAtOnce + 1}`,
      `--revisions=(${shown})${found}`,
      `--template=${template}`,
    ],
    context,
  });
  const changes = stdout
    .split('\n')
    .slice(start, -1)
    .map((line) => changeSchema.parse(JSON.parse(line)));
  return {
    commits: changes.slice(0, commitsAtOnce),
    ...(changes.length > commitsAtOnce ? { next: String(start + commitsAtOnce) } : {}),
  };
};

const quoted = (text: string): string =>
  `"${text.replace(/\p{Cc}/gu, ' ').replace(/["\\]/gu, String.raw`\$&`)}"`;

const mostOfBody = 4000;

/** Messages can be of any size. */
const shortened = (text: string): string =>
  text.length <= mostOfBody ? text : `${text.slice(0, mostOfBody)} …`;
