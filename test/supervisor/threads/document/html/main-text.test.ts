import { describe, expect, it } from 'vitest';
import { renderedText } from '../../../../../supervisor/threads/document/rendered-text.ts';
import { mainText } from '../../../../../supervisor/threads/document/html/main-text.ts';
import { plainHtml } from '../../../../../supervisor/threads/document/plain-html.ts';

const words =
  'Presses were set by hand, letter by letter, and proofs were read, marked and set again. ';
const page = `<!doctype html><title>Presses</title>
<nav class="menu"><ul>${'<li><a href="/more">Elsewhere</a></li>'.repeat(9)}</ul></nav>
<main><h1>Presses</h1><p>${words.repeat(4)}</p>
<pre><code class="language-js">let x = 1;</code></pre>
<table><tr><th>Year<th>Press<tr><td>1450<td>wooden</table>
<p>${words.repeat(4)}<a href="a.html">Related</a></p></main>
<div class="sidebar advert">Buy now</div><footer>Imprint</footer>`;

/** A page that has been fetched. */
const render = async (html: string) => {
  const { found, frame } = await renderedText(html, { path: '/input', format: 'html' });
  return { found, frame, text: found.map(({ text }) => text).join('\n') };
};

describe('the main text of a page', () => {
  it('is what is shown of it; the lines of the rest count as not shown', async () => {
    const { found, frame, text } = await render(page);
    expect(found.map(({ kind }) => kind)).toEqual([
      'heading',
      'paragraph',
      'code',
      'table',
      'paragraph',
    ]);
    expect(found[0]?.text).toBe('Presses');
    expect(found[2]?.html).toContain('language-js');
    expect(found[4]?.html).toContain('title="a.html"');
    for (const word of ['Elsewhere', 'Buy', 'Imprint']) expect(text).not.toContain(word);
    expect(found[0]?.unshownLines).toEqual([
      [2, 2],
      [7, 7],
    ]);
    expect(JSON.stringify(frame)).toContain('Imprint');
  });

  it('is all of a short one', async () => {
    const { text } = await render('<title>A</title><nav>Elsewhere</nav><h1>A</h1><p>b</p>');
    expect(text.split('\n')).toEqual(['Elsewhere', 'A', 'b']);
  });

  it('is all of one that takes too long, and of one that nests too deep', async () => {
    const wide = plainHtml(`<p>${words}</p>`.repeat(20_000));
    const before = performance.now();
    expect(mainText(wide, 50)).toBeUndefined();
    expect(performance.now() - before).toBeLessThan(5000);
    const { text } = await render(`${'<div>'.repeat(200_000)}<p>${words}</p>`);
    expect(text).toContain('Presses were set');
  });
});
