import { expect, it } from 'vitest';
import {
  draftBodySchema,
  editorEntriesSchema,
  editorsOf,
  entriesOf,
} from '../../../shared/session/draft.ts';
import type { DraftEditor } from '../../../shared/session/editor.ts';

it.each(['x', '"', '\u0001', '\n'])('keeps words on as much code of %j as there may be', (code) => {
  const editor: DraftEditor = {
    key: 'with/slashes',
    target: {
      kind: 'lines',
      target: { filePath: 'a', side: 'new' },
      originalCode: code.repeat(65_536),
    },
    text: 'text',
    kind: 'replace',
    suggestion: code.repeat(65_535),
  };
  const entries = entriesOf([editor]);
  expect(editorEntriesSchema.parse(entries)).toEqual(entries);
  expect(editorsOf(entries)).toEqual([editor]);
});

it('of an earlier release has its kinds under their present names', () => {
  const former = {
    generation: 1,
    comments: [
      { id: '1', type: 'COMMENT', text: 'x', originalText: 'x' },
      { id: '2', type: 'COMMENT', kind: 'concern', text: 'x', originalText: 'x' },
      { id: '3', scope: 'general', type: 'suggestion', text: '', suggestedCode: 'y' },
      { id: '4', scope: 'general', type: 'concern', text: 'x' },
    ],
    editors: { 'e/text': 'x', 'e/about': '{"target":{"kind":"whole"},"kind":"suggestion"}' },
  };
  const { comments, editors } = draftBodySchema.parse(former);
  expect(comments.map(({ kind }) => kind)).toEqual(['must', 'must', 'replace', 'must']);
  expect(comments[2]).not.toHaveProperty('type');
  expect(editors).toMatchObject([{ text: 'x', kind: 'replace' }]);
});
