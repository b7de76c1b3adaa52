import { describe, expect, it } from 'vitest';
import type { FrameNode } from '../../../../../shared/frame/frame-tree.ts';
import { htmlDocument } from '../../../../../supervisor/threads/document/html/html-document.ts';
import { htmlParts } from '../../../../../supervisor/threads/document/html/html-parts.ts';
import { growth, linear } from '../../../../helpers/cpu-time.ts';
import { svgBomb } from '../../../../helpers/images.ts';
import { pathological } from '../pathological.ts';

const made = (html: string) => htmlDocument(`<!doctype html>${html}`, { isFromElsewhere: false });

/** All elements, by name, with their attributes and links. */
const elementsIn = (nodes: readonly FrameNode[]): unknown[] =>
  nodes.flatMap((node) =>
    't' in node
      ? []
      : [
          [node.e, ...(node.a ? [node.a] : []), ...(node.u === undefined ? [] : [node.u])],
          ...elementsIn(node.c ?? []),
        ],
  );

/** The text of the blocks as the frame has it: each part at its place, and gaps as they are in the block. */
const textByPlace = (nodes: readonly FrameNode[], texts: string[]): void => {
  for (const node of nodes) {
    if ('t' in node && node.b !== undefined && node.s !== undefined) {
      const words = node.p === 1 ? node.t : node.t.replaceAll(/[ \t\n\f\r]+/gu, ' ');
      const shown = node.w === 1 && node.p !== 1 ? words.replace(/^ /u, '') : words;
      expect(texts[node.b]?.slice(node.s, node.s + shown.length)).toBe(shown);
    }
    if ('e' in node) textByPlace(node.c ?? [], texts);
  }
};

describe('the blocks of an HTML document', () => {
  it.each([
    ['<h2>One   <b>two</b>\nthree</h2>', ['heading', 'One two three', 1, 2]],
    ['<p>a<br>b', ['paragraph', 'a\nb', 1, 1]],
    ['<p>\n\nlate', ['paragraph', 'late', 3, 3]],
    ['<p>c&nbsp;d', ['paragraph', 'c\u00A0d', 1, 1]],
    ['<p><img src="i/x.png?1"> e', ['paragraph', '[x.png] e', 1, 1]],
    ['<p><img src="x.png" alt="The logo">', ['paragraph', '[The logo]', 1, 1]],
    ['<input value="v">', ['paragraph', '[v]', 1, 1]],
    ['<pre>\n x\n  y</pre>', ['code', ' x\n  y', 2, 3]],
    ['<table><tr><td>1</td><td>2</td></tr></table>', ['paragraph', '1\t2', 1, 1]],
    ['<ul><li>x</ul>', ['list', 'x', 1, 1]],
    ['<blockquote>q</blockquote>', ['quote', 'q', 1, 1]],
    ['<noscript>said without scripts</noscript>', ['paragraph', 'said without scripts', 1, 1]],
    ['<iframe src="http://a/"></iframe>', ['paragraph', '[iframe: http://a/]', 1, 1]],
    ['<svg><text>t</text></svg>', ['paragraph', 't', 1, 1]],
  ])('%j: %j', (html, expected) => {
    const { blocks, frame } = made(html);
    expect(blocks.map((one) => [one.kind, one.text, one.startLine, one.endLine])).toEqual([
      expected,
    ]);
    textByPlace(
      frame.content,
      blocks.map(({ text }) => text),
    );
  });

  it('know no script, comment or template', () => {
    const { blocks, frame } = made('<p>a<script>no()</script><!-- no --><template>no</template>');
    expect(blocks.map(({ text }) => text)).toEqual(['a']);
    expect(frame.facts).toEqual({ script: 1, comment: 1, template: 1 });
  });
});

describe('what the frame draws', () => {
  it.each<[string, unknown[]]>([
    ['<p onclick="x()" class="a" tabindex="1">', [['p', { class: 'a' }]]],
    ['<a href="javascript:x()">', [['a']]],
    ['<a href="java\tscript:x()">', [['a']]],
    ['<a href="http://a/" target="_top" ping="http://a/">', [['a', { href: '#' }, 'http://a/']]],
    ['<a href="#b">', [['a', { href: '#b' }, '#b']]],
    ['<img src="a/b.png">', [['img', { src: './a/b.png' }]]],
    ['<img src="/b.png">', [['img', { src: './b.png' }]]],
    ['<img src="../../b.png">', [['img', { src: './b.png' }]]],
    ['<img src="//a/b.png">', [['img']]],
    ['<img src="\\\\a\\b.png">', [['img']]],
    ['<img src="http://a/b.png">', [['img']]],
    ['<img src="data:text/html,a">', [['img']]],
    ['<img srcset="a.png 1x, b.png 2x">', [['img', { src: './a.png' }]]],
    ['<form action="/x"><button formaction="/y">', [['galley-form'], ['button']]],
    ['<object data="http://a/">', [['span', { class: 'galley-embedded' }]]],
    ['<svg><a><set attributeName="href" to="javascript:x()"/></a></svg>', [['svg'], ['a']]],
    [
      '<svg><use href="http://a/#b"/><use href="#b"/></svg>',
      [['svg'], ['use'], ['use', { href: '#b' }]],
    ],
    ['<meta http-equiv="refresh" content="0;url=http://a/"><base href="http://a/">', []],
  ])('of %j is %j', (html, expected) => {
    expect(elementsIn(made(`<body>${html}`).frame.content)).toEqual(expected);
  });

  it('has the styles of its folder and none from elsewhere', () => {
    const { frame } = made(
      '<link rel="stylesheet" href="a.css"><link rel="stylesheet" href="http://a/b.css"><link rel="icon" href="c.ico"><style>p{}</style>',
    );
    expect(elementsIn(frame.head)).toEqual([
      ['link', { rel: 'stylesheet', href: './a.css' }],
      ['style'],
    ]);
    expect(frame.facts).toEqual({ remote: 1 });
  });

  it('has the images of its own folder, relative to the one that is served', () => {
    const imagesOf = (folder: string, html: string) => {
      const { frame } = htmlDocument(html, { isFromElsewhere: false, folder });
      return [...JSON.stringify(frame.content).matchAll(/"src":"([^"]+)"/gu)].map(([, src]) => src);
    };
    const html = '<img src="a.png"><img src="../b.png"><img src="../../c.png"><img src="/d.png">';
    const expected = ['./x/y/a.png', './x/b.png', './c.png', './d.png'];
    expect(imagesOf('x/y', html)).toEqual(expected);
    expect(imagesOf('x', `<base href="y/">${html}`)).toEqual(expected);
    for (const folder of ['..', 'http:', '%2e%2e', '?x#y', '.'])
      for (const src of imagesOf(folder, html)) expect(src).toMatch(/^\.\/(?!\/|\.\.)/u);
  });

  it('has nothing of the folder if the document comes from elsewhere', () => {
    const { frame } = htmlDocument('<img src="a.png"><p>b', { isFromElsewhere: true });
    expect(frame).toMatchObject({ isMapped: false, quirks: true, facts: { remote: 1 } });
    expect(JSON.stringify(frame.content)).not.toContain('a.png');
  });
});

describe('time', () => {
  it.each([
    ['depth', (n: number) => '<div>'.repeat(n)],
    ['formatting that each paragraph opens again', (n: number) => '<p><b><i>'.repeat(n)],
    ['tables in tables', (n: number) => '<table><tr><td>'.repeat(n)],
  ])('is not spent on %s', (_, html) => {
    expect(htmlParts(html(200_000), { isFromElsewhere: false })).toBeUndefined();
  });

  const some = new Set(['rows', 'attributes', 'numbered items', 'lines of code', '<svg>', '& ']);
  const texts = pathological.html.filter(([name]) => some.has(name));
  it.each(texts)('is linear for %s', { timeout: 60_000 }, async (_, text) => {
    const grown = await growth(1500, (size) => {
      const html = text(size);
      return () => htmlParts(html, { isFromElsewhere: false });
    });
    expect(grown).toBeLessThan(linear);
  });
});

describe('a document that asks for billions of shapes is not drawn', () => {
  const encoded = Buffer.from(svgBomb).toString('base64');
  const escaped = encodeURIComponent(svgBomb);
  const numbers = Array.from({ length: 9 }, (_, at) => at);
  const maskRules = numbers.map((at) => `.a${at} { mask: url(#m${at}) }`).join('');
  const masks = numbers
    .map((at) => `<mask id="m${at}">${`<path class="a${at - 1}"/>`.repeat(10)}</mask>`)
    .join('');
  it.each([
    ['by copies', svgBomb],
    ['by copies of lower-case elements', svgBomb.replaceAll('<use', '<USE')],
    ['by copies in another element', svgBomb.replace('</svg>', '</svg><svg>').concat('</svg>')],
    ['in an image', `<img src="data:image/svg+xml;base64,${encoded}">`],
    [
      'in an image, with its encoding',
      `<img src="data:image/svg+xml;charset=utf-8,${encodeURIComponent(svgBomb)}">`,
    ],
    ['in a style', `<style>p { background: URL( data:image/svg+xml;base64,${encoded} ) }</style>`],
    ['in a quoted one', `<p style="background: url('data:image/svg+xml,${escaped}')">`],
    [
      'in one with escapes',
      `<style>/*'*/ p { background: \\75 rl(\\64 a\\9 ta:image/SVG+xml,${escaped}) }</style>`,
    ],
    [
      'in one with quoted quotes',
      `<style>p { background: image-set("data:image/svg+xml,${svgBomb.replaceAll('"', '\\"')}") }</style>`,
    ],
    [
      'in an image of an image',
      `<img src="data:image/svg+xml,<svg><foreignObject><p style='background: url(data:image/svg+xml,${encodeURIComponent(escaped)})'/></foreignObject></svg>">`,
    ],
    ['by rules of a style', `<style>${maskRules}</style><svg>${masks}</svg>`],
    ['in a mask of an SVG', `<svg mask="url('data:image/svg+xml,${escaped}#a')"></svg>`],
    ['in an encoding of its own', '<img src="data:image/svg+xml;charset=utf-16,abcd">'],
  ])('%s', (_, html) => {
    expect(htmlParts(html, { isFromElsewhere: false })).toBeUndefined();
  });

  it.each([
    [
      'icons of a sprite',
      `<svg><symbol id="a"><path/></symbol></svg>${'<svg><use href="#a"/></svg>'.repeat(1000)}`,
    ],
    [
      'an icon of its own',
      `<img src="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'/%3E">`,
    ],
    [
      'icons in a style',
      `<style>.a\\:b { background: url("data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='100%'><rect fill='%23f00'/></svg>"), url(data:image/png;base64,AAAA) }</style>`,
    ],
    ['a style with a backslash', '<p style="content: \'\\201c\'">a'],
  ])('but %s are', (_, html) => {
    expect(htmlParts(html, { isFromElsewhere: false })).toBeDefined();
  });
});
