import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const web = join(import.meta.dirname, '..', '..', 'web');
const tokensCss = await readFile(join(web, 'shell', 'tokens.css'), 'utf8');

type Theme = 'light' | 'dark';
type Contrast = 'usual' | 'more';

/** Set on elements by components and by the menu library. */
const setElsewhere = new Set([
  '--available-height',
  '--current-height',
  '--current-top',
  '--diffs-min-number-column-width',
  '--diffs-min-number-column-width-default',
  '--diffs-selection-number-fg',
  '--pointed-top',
  '--source-digits',
  '--transform-origin',
]);

/** The declarations of the first `:root` after some text. */
const declarationsBehind = (place: string): [string, string][] => {
  const from = tokensCss.indexOf(':root {', tokensCss.indexOf(place));
  return [
    ...tokensCss
      .slice(from, tokensCss.indexOf('}', from))
      .matchAll(/(?<name>--[\w-]+):\s*(?<value>[^;]+);/gu),
  ].map(({ groups }) => [groups?.['name'] ?? '', groups?.['value'] ?? '']);
};

const usual = declarationsBehind(':root');
const more = declarationsBehind('@media (prefers-contrast: more)');

/** Red, green, blue and opacity, each 0 to 1. */
type Colour = readonly [number, number, number, number];

const parse = (hex: string): Colour => {
  const [red = 0, green = 0, blue = 0, alpha = 255] = [...hex.matchAll(/[\da-f]{2}/giu)].map(
    ([digits]) => Number.parseInt(digits, 16),
  );
  return [red / 255, green / 255, blue / 255, alpha / 255];
};

const colourOf = (name: string, theme: Theme, contrast: Contrast): Colour => {
  const values = new Map(contrast === 'more' ? [...usual, ...more] : usual);
  const value = values.get(`--color-${name}`) ?? '';
  const [light = value, dark = light] = value.match(/#[\da-f]+/giu) ?? [];
  expect(light, name).toMatch(/^#(?:[\da-f]{6}|[\da-f]{8})$/iu);
  return parse(theme === 'light' ? light : dark);
};

const over = (above: Colour, below: Colour): Colour => {
  const [, , , alpha] = above;
  const mix = (index: 0 | 1 | 2) => above[index] * alpha + below[index] * (1 - alpha);
  return [mix(0), mix(1), mix(2), 1];
};

/** WCAG 2.2, relative luminance. */
const luminance = ([red, green, blue]: Colour): number => {
  const linear = (part: number) =>
    part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
};

const ratio = (text: Colour, ground: Colour): number => {
  const [low = 0, high = 0] = [luminance(text), luminance(ground)].toSorted((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
};

const surfaces = ['surface', 'surface-chrome', 'surface-raised', 'surface-overlay'];
const passages = ['comment-mark', 'finding-mark', 'overlap-mark', 'active-mark', 'selection'];
const sunken = ['surface-sunken', 'hover', 'press'];
const severities = ['error', 'warning', 'info'];
const subtle = ['accent', 'added', 'removed', ...severities].map((name) => `${name}-subtle`);
const words = ['added-word', 'removed-word'];

/** Foregrounds, their backgrounds, and the required contrast: WCAG 2.2, 1.4.3 and 1.4.11. */
const rows: readonly (readonly [string, readonly string[], number])[] = [
  ['text', [...surfaces, ...sunken, ...subtle, ...words, ...passages, 'search-mark'], 4.5],
  ['text-muted', [...surfaces, ...sunken, ...subtle], 4.5],
  ['text-faint', surfaces, 4.5],
  ['accent', [...surfaces, 'hover', 'accent-subtle'], 4.5],
  ['text-on-accent', ['accent-solid', 'accent-solid-hover'], 4.5],
  ['text-on-mark', ['search-current'], 4.5],
  ['added', [...surfaces, 'added-subtle', 'hover'], 4.5],
  ['removed', [...surfaces, 'removed-subtle', 'error-subtle', 'hover'], 4.5],
  ...severities.map((name) => [name, [...surfaces, `${name}-subtle`, 'hover'], 4.5] as const),
  ['border-strong', surfaces, 3],
  ['accent', subtle, 3],
];

describe.each(['light', 'dark'] as const)('in %s', (theme) => {
  it.each(['usual', 'more'] as const)('text and controls have enough contrast: %s', (contrast) => {
    const weak = rows.flatMap(([text, grounds, least]) =>
      grounds.flatMap((ground) => {
        const colour = colourOf(ground, theme, contrast);
        return surfaces.flatMap((below) => {
          const found = ratio(
            colourOf(text, theme, contrast),
            over(colour, colourOf(below, theme, contrast)),
          );
          return found < least
            ? [`${text} on ${ground} over ${below}: ${found.toFixed(2)}, not ${least}`]
            : [];
        });
      }),
    );
    expect([...new Set(weak)]).toEqual([]);
  });
});

it('the pages use all defined tokens and no others', async () => {
  const names = (await readdir(web, { recursive: true })).filter((name) =>
    /\.(?:css|tsx?)$/u.test(name),
  );
  const sources = await Promise.all(
    names.map(async (name) => [name, await readFile(join(web, name), 'utf8')] as const),
  );
  const declared = new Set(
    sources.flatMap(([, text]) => text.match(/(?<![\w(-])--[\w-]+(?=['"]?\]?:)/gu) ?? []),
  );
  const used = sources.flatMap(([name, text]) =>
    [...text.matchAll(/var\((?<token>--[\w-]+)/gu)].map(
      ({ groups }) => [name, groups?.['token'] ?? ''] as const,
    ),
  );
  expect(used.filter(([, token]) => !declared.has(token) && !setElsewhere.has(token))).toEqual([]);
  const wanted = new Set(used.map(([, token]) => token));
  const unused = usual.map(([name]) => name).filter((name) => !wanted.has(name));
  expect(unused).toEqual([]);
});
