/** The content of `draft-of-version-1`, a file written by the release before version 2. */
export const wordsOfVersion1 = {
  generation: 1,
  version: 2,
  feedback: 'Nearly there – “one” more round.\n',
  comments: [
    {
      id: 'c1',
      type: 'COMMENT',
      kind: 'replace',
      text: 'Say when.',
      suggestedText: 'today',
      originalText: 'soon',
      blockId: 'b2',
      startOffset: 3,
      endOffset: 7,
      startLine: 4,
      endLine: 4,
    },
  ],
  dismissed: ['5f0c2d1e-0000-4000-8000-000000000000'],
  editors: [
    {
      key: 'p1',
      target: {
        kind: 'passage',
        passage: {
          blockId: 'b1',
          startOffset: 0,
          endOffset: 9,
          startLine: 1,
          endLine: 3,
          originalText: 'First one\n\nand more',
          foundText: 'First two',
          file: 'docs/a.md',
        },
      },
      kind: 'question',
      text: 'Which one?',
    },
    {
      key: 'l1',
      target: {
        kind: 'lines',
        target: {
          filePath: 'src/a b.ts',
          side: 'old',
          lineStart: 7,
          lineEnd: 9,
          isApproximate: true,
        },
        originalCode: 'if (a)\n\treturn "b";\n',
      },
      kind: 'replace',
      text: '',
      suggestion: 'return "b";\n',
    },
    {
      key: 'l2',
      target: {
        kind: 'lines',
        target: { filePath: 'gone.ts', side: 'new', lineStart: 1, lineEnd: 1, isOutdated: true },
        originalCode: 'x',
      },
      kind: 'nit',
      text: 'Why?',
    },
    {
      key: 'f1',
      target: {
        kind: 'lines',
        target: { filePath: 'whole/file.ts', side: 'new' },
        originalCode: '',
      },
      kind: 'must',
      text: 'The whole file.',
    },
    { key: 'w1', target: { kind: 'whole' }, kind: 'keep', text: 'On everything: "yes"\n\nbut' },
    {
      key: 'comment-c1',
      target: { kind: 'comment', commentId: 'c1' },
      kind: 'replace',
      original: 'soon',
      text: 'Say when, please.',
      suggestion: 'tomorrow',
    },
    {
      key: 'comment-removed-elsewhere',
      target: { kind: 'comment', commentId: 'removed-elsewhere' },
      kind: 'must',
      text: 'Its comment is gone.',
    },
  ],
};
