import { check } from 'recheck';
import { expect, test } from 'vitest';
import { isNode, productFolders, sourceNodes } from './helpers/source-nodes.ts';

interface Expression {
  readonly pattern: string;
  readonly flags: string;
  /** `FILE:LINE` of each. */
  readonly places: readonly string[];
}

/** The expressions of the product, each once, and the places where one is made of a text. */
const findExpressions = () => {
  const found = new Map<string, Expression>();
  const made: string[] = [];
  for (const { node, place } of sourceNodes(productFolders)) {
    const { regex, callee } = node;
    if (isNode(callee) && callee['name'] === 'RegExp') made.push(place());
    if (!isNode(regex)) continue;
    const pattern = String(regex['pattern']);
    const flags = String(regex['flags']);
    const places = [...(found.get(`/${pattern}/${flags}`)?.places ?? []), place()];
    found.set(`/${pattern}/${flags}`, { pattern, flags, places });
  }
  return { expressions: [...found.values()], made };
};

const { expressions, made } = findExpressions();

/** Without a repetition that has no end, an expression takes a time that only its own length bounds. */
const repeats = ({ pattern }: Expression): boolean => /[*+]|,\}/u.test(pattern);

/** Counts alone end the search for a slow text: with time limits, what it finds would depend on the machine's load. */
const limits = {
  timeout: null,
  seedingTimeout: null,
  incubationTimeout: null,
  attackTimeout: null,
} as const;

/** Why an expression may take more than linear time on some text, or undefined where it cannot. */
const problemOf = async ({ pattern, flags, places }: Expression): Promise<string | undefined> => {
  const { status, ...found } = await check(pattern, flags, limits);
  if (status === 'safe') return undefined;
  const reason = 'complexity' in found ? found.complexity?.summary : 'it could not be analysed';
  return `${places.join(', ')}: /${pattern}/${flags}: ${reason}`;
};

test('every expression of the product takes linear time on any text', async () => {
  expect(expressions.length).toBeGreaterThan(100);
  const problems: string[] = [];
  for (const expression of expressions.filter(repeats)) {
    const problem = await problemOf(expression);
    if (problem !== undefined) problems.push(problem);
  }
  expect(problems).toEqual([]);
}, 600_000);

test('no expression is made of a text, which the test above could not see', () => {
  expect(made).toEqual([]);
});

test('an expression that takes cubic time is found', async () => {
  const heading = {
    pattern: String.raw`^#{1,6}[ \t]+(.+?)[ \t]*#*[ \t]*$`,
    flags: 'mu',
    places: ['x'],
  };
  expect(await problemOf(heading)).toContain('polynomial');
});
