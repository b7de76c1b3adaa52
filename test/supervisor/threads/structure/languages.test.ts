import { structuredPatch } from 'diff';
import { expect, it } from 'vitest';
import { languageOf } from '../../../../shared/file-language.ts';
import type { Hunk } from '../../../../shared/placement/manifest.ts';
import { compareFile } from '../../../../supervisor/threads/structure/compare-file.ts';
import {
  newComparison,
  type Comparison,
} from '../../../../supervisor/threads/structure/compare-sides.ts';
import { grammars } from '../../../../supervisor/threads/structure/grammars.ts';
import { matchLoose } from '../../../../supervisor/threads/structure/match-loose.ts';
import { fileOf, samples, statements } from './languages.ts';

it('has a sample of each language with a grammar', () => {
  expect([...Object.keys(samples), ...Object.keys(data)].toSorted()).toEqual(
    Object.keys(grammars).toSorted(),
  );
  for (const [language, { file }] of Object.entries(samples))
    expect(languageOf(file)).toBe(language);
});

interface Sides {
  readonly before: string;
  readonly after: string;
}

const compare = async (into: Comparison, file: string, { before, after }: Sides): Promise<void> => {
  const grammar = grammars[languageOf(file)];
  if (grammar === undefined) throw new Error(`no grammar for ${file}`);
  const { hunks } = structuredPatch(file, file, before, after, '', '', { context: 3 });
  const of = {
    id: file,
    hunks: hunks.map(({ oldStart, oldLines, newStart, newLines }): Hunk => [
      oldStart,
      oldLines,
      newStart,
      newLines,
    ]),
  };
  const sides = { before: Buffer.from(before), after: Buffer.from(after) };
  expect(await compareFile(into, { file: of, grammar }, sides)).toBeUndefined();
};

/** `changed function one` */
const entriesOf = (into: Comparison): string[] =>
  matchLoose(into).map(({ change, kind, name, fromName, fromFileId }) =>
    [change, kind, name, fromFileId, fromName].filter((word) => word !== undefined).join(' '),
  );

it.each(Object.entries(samples))('tells what has changed in %s', async (_, sample) => {
  const { file, define, kind, within, imported, type, typeKind, member } = sample;
  const own = (name: string, more: readonly string[] = []) =>
    define(name, [...statements(sample, name), ...more]);
  const other = `other/${file}`;
  const extra = statements(sample, 'extra').slice(0, 1);
  const formatted = own('formatted');
  const into = newComparison();
  await compare(into, file, {
    before: fileOf(sample, 'first', [
      own('changed'),
      formatted,
      define('former', statements(sample, 'same')),
      own('moved'),
      own('removed'),
      type?.('Typed', 'one1') ?? '',
    ]),
    after: fileOf(sample, 'second', [
      own('changed', extra),
      formatted.replaceAll(/(?<=\w)([,:] ?| )(?=\w+[ );+])/gu, '$1  '),
      define('renamed', statements(sample, 'same')),
      own('added'),
      type?.('Typed', 'two2') ?? '',
    ]),
  });
  await compare(into, other, {
    before: fileOf(sample, 'first', [own('stays')]),
    after: fileOf(sample, 'first', [own('stays'), own('moved')]),
  });
  const prefix = within === undefined ? (kind === 'rule' ? '.' : '') : `${within}.`;
  const [memberKind, memberName] = member?.split(' ') ?? [];
  expect(entriesOf(into).toSorted()).toEqual(
    [
      `changed ${kind} ${prefix}changed`,
      `reformatted ${kind} ${prefix}formatted`,
      `renamed ${kind} ${prefix}renamed ${prefix}former`,
      `moved ${kind} ${prefix}moved ${file}`,
      `removed ${kind} ${prefix}removed`,
      `added ${kind} ${prefix}added`,
      ...(imported === undefined ? [] : ['changed imports ']),
      ...(type === undefined
        ? []
        : [
            memberKind === undefined
              ? `changed ${typeKind} ${prefix}Typed`
              : `changed ${memberKind} ${prefix}Typed.${memberName}`,
          ]),
    ].toSorted(),
  );
  expect(into.quiet.map(({ only }) => only)).toEqual(
    imported === undefined ? ['formatting'] : ['imports', 'formatting'],
  );
});

/** Text without functions: as it is, formatted otherwise, and with another value. */
const data: Readonly<Record<string, readonly [file: string, ...texts: [string, string, string]]>> =
  {
    json: ['a.json', '{"a": [1, 2]}\n', '{\n  "a": [1,2]\n}\n', '{"a": [1, 3]}\n'],
    yaml: ['a.yaml', 'a:\n  b: 1\n', 'a:\n    b:   1\n', 'a:\n  b: 2\n'],
    // Whitespace is shown, so that none is only formatting.
    html: ['a.html', '<p>a <b>b</b></p>\n', '<p>a<b>b</b></p>\n', '<p>a <b>c</b></p>\n'],
  };

it.each(Object.values(data))(
  'tells whether %s has changed',
  async (file, before, spaced, other) => {
    const into = newComparison();
    await compare(into, file, { before, after: spaced });
    await compare(into, file, { before, after: other });
    const isSpaceMeant = file === 'a.html';
    expect(entriesOf(into)).toEqual([
      isSpaceMeant ? 'changed code ' : 'reformatted code ',
      'changed code ',
    ]);
    expect(into.quiet).toHaveLength(isSpaceMeant ? 0 : 1);
  },
);
