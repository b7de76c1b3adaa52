import { expect, it } from 'vitest';
import { aboutLine } from '../../../../web/review/app/about-line.ts';

it.each([
  ['galley: uncommitted changes', 'galley', 'uncommitted changes', 'cli'],
  ['Retry policy', 'galley', '', 'galley · cli'],
  ['A client for webhooks', 'web', '', 'web · cli'],
  ['A plan for web', 'web', '', 'cli'],
  ['my-app: main', 'my-app', 'main', 'cli'],
  ['Übersicht', 'Über', '', 'Über · cli'],
])(
  'the line below "%s" of %s tells what the title does not',
  (title, project, description, about) => {
    expect(aboutLine({ title, project, origin: 'cli', round: '', description })).toBe(about);
  },
);

it('the line tells the round, unless it is the first', () => {
  const facts = { title: 'Retry policy', project: 'galley', origin: 'codex', description: '' };
  expect(aboutLine({ ...facts, round: 'Round 2' })).toBe('galley · codex · Round 2');
});
