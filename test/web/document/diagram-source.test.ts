import { describe, expect, it } from 'vitest';
import { isDiagram } from '../../../web/review/document/diagram/is-diagram.ts';
import {
  isHeavy,
  wantsToLoad,
  withoutClicks,
} from '../../../web/review/document/diagram/diagram-source.ts';
import { markdownBlocks } from '../../../supervisor/threads/document/markdown-blocks.ts';

const blockOf = (text: string) => {
  const [block] = markdownBlocks(text);
  if (block === undefined) throw new Error('there is no block');
  return block;
};

describe('a diagram', () => {
  it('is a whole fence of mermaid', () => {
    expect(isDiagram(blockOf('```mermaid\npie\n```'))).toBe(true);
    expect(isDiagram(blockOf('```ts\npie\n```'))).toBe(false);
    expect(isDiagram(blockOf('<pre><code class="language-mermaid">'))).toBe(false);
    expect(isDiagram(blockOf(`\`\`\`mermaid\npie\n${'%% x\n'.repeat(600)}\`\`\``))).toBe(false);
  });

  it.each([
    'style A fill:url(http://x.invalid)',
    'style A fill:u\\72l(x)',
    'classDef x fill:#fff;}@import "x"',
    'A@{ img: "http://x.invalid/y.png" }',
    '%%{init: {"themeCSS": "@import x"}}%%',
    'classDef x fill:#fff;}</style>',
    'UpdateElementStyle(a, $sprite="http://x.invalid")\nPerson(a, $sprite= "x")',
  ])('that could have something loaded is known: %s', (line) => {
    expect(wantsToLoad(`flowchart TD\n  ${line}\n`)).toBe(true);
  });

  it.each([
    'flowchart TD\n  A["f(x)"] --> B\n  style A fill:#f9f,stroke:#333\n  classDef big font-size:20px',
    'sequenceDiagram\n  A->>B: GET /a?b=c',
    '---\ntitle: A flow\n---\nflowchart LR\n  A --> B',
    'classDiagram\n  class Image',
  ])('that is drawn of words and lines is drawn: %s', (source) => {
    expect(wantsToLoad(source)).toBe(false);
    expect(isHeavy(source)).toBe(false);
  });

  it('is drawn without what a click would do', () => {
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
  ])('that may take long is asked about first: %#', (source) => {
    expect(isHeavy(source)).toBe(true);
  });
});
