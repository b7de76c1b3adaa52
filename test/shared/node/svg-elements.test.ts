import { describe, expect, it } from 'vitest';
import { isDrawableStyle } from '../../../shared/node/data-address.ts';
import { isDrawableSvg } from '../../../shared/node/svg-elements.ts';
import { growth, linear } from '../../helpers/cpu-time.ts';
import { svgBomb } from '../../helpers/images.ts';

const svg = (content: string, before = '') =>
  Buffer.from(`${before}<svg xmlns="http://www.w3.org/2000/svg">${content}</svg>`);
const glyphs = `<defs><path id="a" d="M0 0"/></defs>${'<use xlink:href="#a" x="1"/>'.repeat(20_000)}`;

describe('an SVG is drawn', () => {
  it.each([
    ['of a few shapes', svg('<rect width="3"/><text>a &lt; b</text>')],
    ['with a head', svg('<g/>', '\uFEFF<?xml version="1.0"?>\n<!DOCTYPE svg PUBLIC "a" "b">\n')],
    ['whose entities are words', svg('<g/>', '<!DOCTYPE svg [<!ENTITY ns "http://a/">]>')],
    ['with 20,000 copies of a glyph', svg(glyphs)],
    ['with copies of copies', svg('<g id="a"><use href="#b"/></g><g id="b"><path/></g>')],
    [
      'with a gradient in 20,000 places',
      svg(
        `<linearGradient id="a">${'<stop/>'.repeat(20)}</linearGradient>${'<rect fill="url(&quot;#a&quot;)"/>'.repeat(20_000)}`,
      ),
    ],
    [
      'with gradients and a mask of a style',
      svg(
        `<style type="text/css"><![CDATA[ .a, .b > .c { fill: url(#g) } @media screen { .m:hover { mask: url(#m) } } ]]></style><linearGradient id="g"><stop class="a"/></linearGradient><mask id="m"><path class="a"/></mask>${'<path class="a m"/>'.repeat(10_000)}`,
      ),
    ],
    ['with a photo', svg('<image href="data:image/jpeg;base64,AAAA"/>')],
    [
      'with words that need references',
      svg('<g aria-label="a&#10;b" style="font: &quot;A&quot;"/>'),
    ],
    ['with a copy of nothing', svg('<use href="#none"/><use/>')],
    ['with markup in comments', svg('<!-- <use href="#a"> --><![CDATA[<g id="a">]]>')],
    ['that is cut off', svg('<g id="a').subarray(0, -6)],
    ['that is a text', Buffer.from('a < b > c')],
  ])('%s', (_, bytes) => {
    expect(isDrawableSvg(bytes)).toBe(true);
  });
});

/** Patterns that are painted with each other; $ is the number of the one before. */
const patterns = (paint: string) =>
  `<pattern id="p0"><path/></pattern>${Array.from(
    { length: 9 },
    (_, at) =>
      `<pattern id="p${at + 1}">${`<path ${paint.replace('$', `${at}`)}/>`.repeat(10)}</pattern>`,
  ).join('')}`;

/** Masks or patterns that are painted with each other by rules; $ is the number of the one before. */
const styled = (property: string, selector: string) =>
  `<style>${Array.from(
    { length: 9 },
    (_, at) => `${selector.replace('$', `${at}`)} { ${property}: url("#p${at}") }`,
  ).join('\n')}</style>${patterns('class="a$"')}<path class="a8"/>`;

const bomb = (change: (text: string) => string) => Buffer.from(change(svgBomb));

describe('an SVG that copies itself a billion times is not', () => {
  it.each([
    ['as it is', bomb((text) => text)],
    ['with a prefix', bomb((text) => text.replaceAll('<use ', '<x:use '))],
    ['by xlink', bomb((text) => text.replaceAll('href', 'xlink:href'))],
    ['with apostrophes', bomb((text) => text.replaceAll(/"#(l\d)"/gu, "'#$1'"))],
    ['with space', bomb((text) => text.replaceAll('href=', `href${' '.repeat(300)}=\n\t`))],
    ['behind a bracket in a value', bomb((text) => text.replaceAll('<use', '<use a=">"'))],
    [
      'encoded, by entities in ids',
      bomb((text) => text.replaceAll('id="l', 'id="&lt;').replaceAll('"#l', '"#%3C')),
    ],
    ['encoded', bomb((text) => text.replaceAll('"#l', '"#%6c'))],
    ['by its own address', bomb((text) => text.replaceAll('"#l', '"bomb.svg#l'))],
    ['by character references', bomb((text) => text.replaceAll('"#l', '"#&#108;'))],
    ['by references in ids', bomb((text) => text.replaceAll('id="l', 'id="&#108;'))],
    ['with both addresses', bomb((text) => text.replaceAll('<use', '<use xlink:href="#none"'))],
    ['as patterns', svg(patterns('fill="url(#p$)"'))],
    ['as patterns in styles', svg(patterns(`style="fill: URL( '#p$' )"`))],
    ['as patterns with references', svg(patterns('fill="url(&#35;p$)"'))],
    ['as patterns with escapes', svg(patterns(String.raw`fill="url(\23p$)"`))],
    ['as masks', svg(patterns('mask="url(#p$)"'))],
    [
      'in an image of its own',
      svg(`<image href=" data:image/svg+xml,${encodeURIComponent(svgBomb)}"/>`),
    ],
    ['by an entity', svg('&a;', '<!DOCTYPE svg [<!ENTITY a "<g/>">]>')],
    ['by an escaped entity', svg('&a;', '<!DOCTYPE svg [<!ENTITY a "&#60;g/>">]>')],
    [
      'by an entity behind brackets',
      svg('&b;', '<!DOCTYPE svg [<!ENTITY a "]>"><!ENTITY b "&a;">]>'),
    ],
    [
      'in an image of a style',
      svg('<style>p{background:url(data:image/svg+xml,%3Csvg/%3E)}</style>'),
    ],
    [
      'in an escaped one',
      svg('<a:style>p{background:url(\\64 ata:image/svg+xml,%3Csvg/%3E)}</a:style>'),
    ],
    [
      'in one by an entity',
      svg('<style/><style>p{background:url(&#100;ata:image/svg+xml,a)}</style>'),
    ],
    ['by a style sheet', Buffer.from('<?xml-stylesheet href="data:text/css,a"?><svg/>')],
    ['by a style', svg(styled('mask', '.a$'))],
    ['by a style of tags', svg(styled('fill', '@media print { g:hover > path[x]'))],
    ['by a style of anything', svg(styled('mask', ':not(.b, .c)'))],
    ['by a style in a namespace', svg(styled('mask', 'svg|path'))],
    [
      'by a style that a bracket seems to end',
      svg(styled('mask', '.a$').replace('<style>', '<style a=">\'">')),
    ],
    ['by a style that a comment cuts', svg(styled('mask', '.a$').replace('{', '{<!-- </ -->'))],
    [
      'by a style that a section cuts',
      svg(styled('mask', '.a$').replace('{', '{<![CDATA[/*</*/]]>')),
    ],
    ['in UTF-16', Buffer.from(`\uFEFF${svgBomb}`, 'utf16le')],
    ['with itself', svg('<g id="a"><use href="#a"/></g>')],
    [
      'over many steps',
      svg(
        Array.from({ length: 300 }, (_, at) => `<g id="l${at}"><use href="#l${at + 1}"/></g>`).join(
          '',
        ),
      ),
    ],
    ['of too many elements', svg('<g/>'.repeat(100_001))],
    ['that is too deep', svg('<g>'.repeat(300))],
  ])('%s', (_, bytes) => {
    expect(isDrawableSvg(bytes)).toBe(false);
  });
});

it.each([
  '<',
  '<!--',
  '<![CDATA[',
  '<?',
  '<a ',
  '<use a=',
  '<use href="',
  '<g id="a">',
  '<g style="url(',
  '<g style="url(#a)"/>',
  '<style',
  '<style></',
  '"',
  '=',
  ' ',
])('%j over and over is looked at in linear time', async (piece) => {
  const grown = await growth(10_000, (size) => {
    const bytes = Buffer.from(piece.repeat(size));
    return () => isDrawableSvg(bytes);
  });
  expect(grown).toBeLessThan(linear);
});

it.each(['/*', '"', 'url(', '\\', 'a('])('a style of %j over and over, too', async (piece) => {
  const grown = await growth(10_000, (size) => {
    const style = piece.repeat(size);
    return () => isDrawableStyle(style);
  });
  expect(grown).toBeLessThan(linear);
});
