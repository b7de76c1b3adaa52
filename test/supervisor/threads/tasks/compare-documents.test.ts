import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DocumentComment } from '../../../../shared/annotations/comment.ts';
import type { RenderedDocument } from '../../../../shared/placement/blocks.ts';
import type { Decision } from '../../../../shared/session/decision.ts';
import { roundsSchema, type LastDocument } from '../../../../shared/session/rounds.ts';
import { compareDocuments } from '../../../../supervisor/threads/tasks/compare-documents.ts';
import { renderDocument } from '../../../../supervisor/threads/tasks/render-document.ts';
import { temporaryFolder } from '../../../helpers/repository.ts';

let folder: ReturnType<typeof temporaryFolder>;
beforeAll(() => {
  folder = temporaryFolder();
});
afterAll(() => folder.remove());

const render = async (name: string, text: string): Promise<string> => {
  const path = join(folder.path, `${name}.md`);
  const output = join(folder.path, `${name}.json`);
  writeFileSync(path, text);
  await renderDocument(
    { task: 'render-document', sources: [{ path }], output },
    { signal: new AbortController().signal },
  );
  return output;
};

interface Commented {
  readonly text: string;
  /** What each comment quotes, as the page sends it. */
  readonly on?: readonly string[];
}

/** Where the page has seen a quote. */
const commentOn = ({ blocks }: RenderedDocument, quote: string): DocumentComment => {
  const block = blocks.find(({ text }) => text.includes(quote));
  const startOffset = block?.text.indexOf(quote) ?? 0;
  return {
    id: quote,
    type: 'COMMENT',
    kind: 'must',
    text: 'Why?',
    originalText: quote,
    ...(block === undefined
      ? {}
      : {
          blockId: block.id,
          startOffset,
          endOffset: startOffset + quote.length,
          startLine: block.startLine,
        }),
  };
};

const signs = { same: '', added: '+', removed: '-' } as const;

const keptRound = async (before: Commented) => {
  const document = await render('before', before.text);
  const decision = join(folder.path, 'decision.json');
  const was: RenderedDocument = JSON.parse(readFileSync(document, 'utf8'));
  const decided: Decision = {
    id: '0123456789ab',
    mode: 'plan',
    outcome: 'denied',
    title: 't',
    project: 'p',
    comments: (before.on ?? []).map((quote) => commentOn(was, quote)),
    annotations: [],
    markdown: '',
    decidedAt: '2026-11-23T00:00:00.000Z',
  };
  writeFileSync(decision, JSON.stringify(decided));
  return { document, decision };
};

const compare = async (before: Commented, after: string) =>
  compareWith(await keptRound(before), after);

let lastMade: LastDocument | undefined;

/** What has become of all comments. */
const compareAll = async (before: Commented, after: string) => {
  await compareWith(await keptRound(before), after);
  return lastMade?.comments ?? [];
};

const compareWith = async (kept: { document: string; decision: string }, after: string) => {
  const rounds = join(folder.path, 'rounds.json');
  const document = await render('after', after);
  const [earlier, settled] = [join(folder.path, 'earlier.json'), join(folder.path, 'settled.json')];
  const documents = join(folder.path, 'documents.json');
  const last = { ...kept, documents, earlier, settled };
  const replies = join(folder.path, 'replies.md');
  await compareDocuments({ task: 'compare-documents', document, last, replies, rounds });
  const { lastDocument, missing } = roundsSchema.parse(JSON.parse(readFileSync(rounds, 'utf8')));
  lastMade = lastDocument;
  return {
    missing,
    changes: lastDocument?.changes.map(({ state, blockId = 'top', parts }) =>
      [state, blockId, ...parts.map(({ kind, text }) => `${signs[kind]}${text}`)].join('|'),
    ),
    comments: lastDocument?.comments.map(({ state, blockId, now }) => [state, blockId, now]),
  };
};

describe('blocks', () => {
  it.each([
    ['equal, further down', 'One.\n', '\n\n\nOne.\n', []],
    ['words', 'One two three.', 'One 2 three.', ['changed|b0|One |-two|+2| three.']],
    [
      'removed at the beginning and in the middle',
      'First words.\n\nOne.\n\nOther text.\n\nTwo.',
      'One.\n\nTwo.',
      ['gone|top|-First words.', 'gone|b0|-Other text.'],
    ],
    [
      'replaced by others',
      '# A\n\nOne two.\n\nEnd.',
      '# A\n\nSomething else.\n\nAnd more.\n\nEnd.',
      ['gone|b0|-One two.', 'new|b1|+Something else.', 'new|b2|+And more.'],
    ],
    [
      'a link that leads elsewhere',
      'See [it](https://example.org/a).',
      'See [it](https://example.org/b).',
      ['changed|b0|See it.'],
    ],
    ['the level of a heading', '# A\n\nEnd.', '## A\n\nEnd.', ['changed|b0|A']],
    ['a heading that became a paragraph', '# A\n\nEnd.', 'A\n\nEnd.', ['gone|top|-A', 'new|b0|+A']],
  ])('%s', async (_what, before, after, changes) => {
    expect(await compare({ text: before }, after)).toMatchObject({ changes });
  });

  it('are compared in bounded time, however much of them has changed', async () => {
    const paragraphs = (word: string) =>
      Array.from({ length: 9000 }, (_, at) => `${word} ${at} ${word}`).join('\n\n');
    const { changes } = await compare({ text: paragraphs('one') }, paragraphs('two'));
    expect(changes).toHaveLength(18_000);
  });
});

describe('comments', () => {
  const text = '# Plan\n\n- Copy the files.\n- Delete the folder.\n\nNobody waits for it.\n';

  it.each([
    ['stand where their text is as it was', `Before.\n\n${text}`, ['standing', 'b2', undefined]],
    [
      'are addressed where it has changed',
      text.replace('Delete the folder.', 'Keep the folder for a release.'),
      ['addressed', 'b1', 'Keep the folder for a release.'],
    ],
    [
      'are addressed where it was taken out',
      text.replace('- Delete the folder.\n', ''),
      ['addressed', 'b1', ''],
    ],
    [
      'are lost with their block',
      '# Plan\n\nNobody waits for it.\n',
      ['lost', undefined, undefined],
    ],
  ])('%s', async (_what, after, comment) => {
    const { comments } = await compare({ text, on: ['Delete the folder.'] }, after);
    expect(comments).toEqual([comment]);
  });
});

describe('the agent and the reviewer go on with them', () => {
  const text = '# Plan\n\nCopy the files.\n\nDelete the folder.\n';
  const on = ['Delete the folder.', 'Copy the files.'];

  it('by the numbers that the text for the agent gives them, in the plan or apart', async () => {
    const replies = async (after: string) =>
      (await compareAll({ text, on }, after)).map(({ reply }) => reply);
    expect(await replies(`${text}\n## Replies\n\n1. No.\n`)).toEqual([undefined, 'No.']);
    writeFileSync(join(folder.path, 'replies.md'), '2. Later.\n');
    expect(await replies(`${text}\n## Replies\n\n1. No.\n`)).toEqual(['Later.', undefined]);
    rmSync(join(folder.path, 'replies.md'));
  });

  it('until they are settled or said again', async () => {
    const first = await compareAll({ text, on }, text.replace('Delete', 'Keep'));
    const left = async (settled: readonly string[], again: readonly string[] = []) => {
      writeFileSync(
        join(folder.path, 'earlier.json'),
        JSON.stringify({ lastDocument: { ...lastMade, comments: first } }),
      );
      writeFileSync(join(folder.path, 'settled.json'), JSON.stringify({ settled }));
      const before = { text: text.replace('Delete', 'Keep'), on: again };
      const comments = await compareAll(before, `Before.\n\n${before.text}`);
      rmSync(join(folder.path, 'earlier.json'));
      rmSync(join(folder.path, 'settled.json'));
      return comments.map(({ comment, state, blockId, isOlder }) => [
        comment.id,
        state,
        blockId,
        isOlder,
      ]);
    };
    expect(await left([])).toEqual([
      ['Delete the folder.', 'addressed', 'b3', true],
      ['Copy the files.', 'standing', 'b2', true],
    ]);
    expect(await left(['Copy the files.'])).toEqual([
      ['Delete the folder.', 'addressed', 'b3', true],
    ]);
    expect(await left(['Delete the folder.'], ['Copy the files.'])).toEqual([
      ['Copy the files.', 'standing', 'b2', undefined],
    ]);
  });
});

it('says what is missing of the last round', async () => {
  const kept = join(folder.path, 'kept');
  mkdirSync(kept);
  const last = { document: join(kept, 'document.json'), decision: join(kept, 'decision.json') };
  expect((await compareWith(last, 'One.')).missing).toBe('not-kept');
  writeFileSync(last.document, '{"blocks":[');
  writeFileSync(last.decision, '{}');
  expect((await compareWith(last, 'One.')).missing).toBe('damaged');
  rmSync(kept, { recursive: true });
});
