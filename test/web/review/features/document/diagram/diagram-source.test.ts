import { describe, expect, it } from 'vitest';
import { hasDiagram } from '../../../../../../web/review/features/document/html/block-html.ts';
import {
  isHeavy,
  wantsToLoad,
  withoutClicks,
} from '../../../../../../web/review/features/document/diagram/diagram-source.ts';
import { markdownBlocks } from '../../../../../../supervisor/threads/document/markdown-blocks.ts';

const htmlOf = (text: string): string => {
  const [block] = markdownBlocks(text);
  if (block === undefined) throw new Error('there is no block');
  return block.html;
};

describe('a diagram', () => {
  it.each([
    ['```mermaid\npie\n```', true],
    ['- One\n\n  ```mermaid\n  pie\n  ```', true],
    ['> ```mermaid\n> pie\n> ```', true],
    ['1. - > ```mermaid\n     > pie\n     > ```', true],
    ['```ts\npie\n```', false],
    ['- `mermaid`', false],
    ['<pre><code class="language-mermaid">', false],
    ['- <pre><code class="language-mermaid">', false],
    [`\`\`\`mermaid\npie\n${'%% x\n'.repeat(600)}\`\`\``, false],
  ])('is recognized in a complete mermaid fence only: %j', (text, expected) => {
    expect(hasDiagram(htmlOf(text))).toBe(expected);
  });

  it.each([
    'style A fill:url(http://x.invalid)',
    'style A fill:u\\72l(x)',
    'classDef x fill:#fff;}@import "x"',
    'A@{ img: "http://x.invalid/y.png" }',
    '%%{init: {"themeCSS": "@import x"}}%%',
    'classDef x fill:#fff;}</style>',
    'UpdateElementStyle(a, $sprite="http://x.invalid")\nPerson(a, $sprite= "x")',
  ])('that could load something is detected: %s', (line) => {
    expect(wantsToLoad(`flowchart TD\n  ${line}\n`)).toBe(true);
  });

  it.each([
    'flowchart TD\n  A["f(x)"] --> B\n  style A fill:#f9f,stroke:#333\n  classDef big font-size:20px',
    'sequenceDiagram\n  A->>B: GET /a?b=c',
    '---\ntitle: A flow\n---\nflowchart LR\n  A --> B',
    'classDiagram\n  class Image',
  ])('of text and lines is drawn: %s', (source) => {
    expect(wantsToLoad(source)).toBe(false);
    expect(isHeavy(source)).toBe(false);
  });

  it('is drawn without click handlers', () => {
    expect(withoutClicks('flowchart TD\n  A --> B\n  click A href "x"\n  B --> C')).toBe(
      'flowchart TD\n  A --> B\n\n  B --> C',
    );
    const mindmap = 'mindmap\n  root\n    click here';
    expect(withoutClicks(mindmap)).toBe(mindmap);
  });

  it.each([
    `flowchart TD\n${'A --> B\n'.repeat(1000)}`,
    'packet-beta\n0-1000000000: "x"',
    'gantt\n  tickInterval 1second',
  ])('that may take long is drawn only on request: %#', (source) => {
    expect(isHeavy(source)).toBe(true);
  });
});
