import { expect, it } from 'vitest';
import { aboutLine } from '../../../web/review/frame/about-line.ts';

it.each([
  ['galley: uncommitted changes', 'galley', 'uncommitted changes', 'cli'],
  ['Retry policy', 'galley', '', 'galley · cli'],
  ['A client for webhooks', 'web', '', 'web · cli'],
  ['A plan for web', 'web', '', 'cli'],
  ['my-app: main', 'my-app', 'main', 'cli'],
  ['Übersicht', 'Über', '', 'Über · cli'],
])('below "%s" of %s stands what the title does not say', (title, project, description, about) => {
  expect(aboutLine({ title, project, origin: 'cli', description })).toBe(about);
});
