import { describe, expect, it } from 'vitest';
import { PatchIndex } from '../../../../supervisor/threads/patch/patch-index.ts';

interface Parts {
  readonly heading?: string;
  readonly extended?: string;
}

/** Whether the only hunk of a file counts as one of imports. */
const isOfImports = (name: string, lines: readonly string[], parts: Parts = {}): boolean => {
  const { heading = '', extended = '' } = parts;
  const before = lines.filter((line) => /^[ -]/u.test(line)).length;
  const after = lines.filter((line) => /^[ +]/u.test(line)).length;
  const index = new PatchIndex();
  index.write(
    Buffer.from(
      `diff --git a/${name} b/${name}\n${extended}--- a/${name}\n+++ b/${name}\n` +
        `@@ -9,${before} +9,${after} @@${heading}\n${lines.join('\n')}\n`,
    ),
  );
  return index.finish().files[0]?.importHunks !== undefined;
};

describe('hunks of imports', () => {
  it.each<[name: string, lines: readonly string[], parts?: Parts]>([
    ['a.ts', ["-import a from 'a';", "+import a, { b } from '../b.js';", ' ', ' let x;']],
    ['a.mts', ['+import type { A } from "a";', '+import * as b from "b"', '+']],
    ['a.tsx', ["+import data from './data.json' with { type: 'json' };"]],
    ['a.cjs', ["+const { join, sep: s } = require('node:path');"]],
    ['a.cts', ["-import a = require('a');"]],
    ['a.ts', [' import {', '   a,', '+  type b as c,', '   d,', " } from 'x';"]],
    ['a.ts', [" } from 'a';", '+import {', '+  a,', '+  b,', "+} from 'b';", ' ']],
    ['a.ts', ['   a,', '+  b,', " } from 'x';"], { heading: ' import {' }],
    ['a.ts', ["-import a from 'a';\r", "+import a from 'b';\r"]],
    [
      'a.py',
      ['+import os, sys as s', '-from .a import b as c, d', '+from . import e  # noqa: F401'],
    ],
    ['a.py', [' """What it is."""', ' ', '+from a import (b, c)']],
    ['a.py', [' from a import (', '     b,', '+    c as d,', ' )']],
    ['a.go', ['+import "fmt"']],
    ['a.go', [' import (', ' \t"a/b"', '+\tc "c/d"', ' )']],
    ['a.go', [' \t"a/b"', '+\t"c/d"', ' \t"e/f"'], { heading: ' import (' }],
    ['a.rs', ['-use a::b;', '+use a::{b, c::{self, D as _}};', '+extern crate d;']],
    ['a.rs', [' use a::{', '     b,', '+    c::{d, e},', ' };']],
    ['A.java', ['+import static a.b.C.*;', '-import a.B;']],
    ['A.kt', ['+import a.b.C as D']],
    ['A.swift', ['+import Foundation']],
    ['a.c', ['+#include <sys/types.h>', '-#include "b.h"']],
    ['a.cpp', ['+#include <vector>', '+#include "b.hpp"']],
    ['A.cs', ['+using System.Text;', '+using X = A.B;']],
    ['a.php', ['+use A\\B as C;', '+use A\\{B, C};', '+use function A\\b;']],
    ['a.rb', ["+require_relative 'a/b'"]],
    ['a.dart', ["+import 'package:a/b.dart' as c show D, E;"]],
    [
      'b.ts',
      ["+import a from 'a';"],
      { extended: 'similarity index 90%\nrename from a.ts\nrename to b.ts\n' },
    ],
  ])('%s %j %j', (name, lines, parts) => {
    expect(isOfImports(name, lines, parts)).toBe(true);
  });
});

describe('hunks with anything else, or that may have', () => {
  it.each<[why: string, name: string, lines: readonly string[], parts?: Parts]>([
    ['code beside it', 'a.ts', ["+import a from 'a';", '+run();']],
    ['code on the line', 'a.ts', ["+import a from 'a'; run();"]],
    ['only empty lines', 'a.ts', [' x', '+', '-']],
    ['only its side effects', 'a.ts', ["+import 'a';"]],
    ['no name', 'a.ts', ["+import {} from 'a';"]],
    ['a call', 'a.ts', ["+const a = await import('a');"]],
    ['a computed name', 'a.cjs', ['+const a = require(b);']],
    ['a call of what is required', 'a.cjs', ["+const a = require('a')();"]],
    ['an export', 'a.ts', ["+export { a } from 'a';"]],
    ['a list of exports', 'a.ts', [' export {', '   a,', '+  b,', " } from 'x';"]],
    ['a list that may be exported', 'a.ts', ['   a,', '+  b,', " } from 'x';"]],
    ['below its heading, no end', 'a.ts', ['   a,', '+  b,', '   c,'], { heading: ' import {' }],
    ['below its heading, another end', 'a.ts', ['   a,', '+  b,', ' ];'], { heading: ' import {' }],
    ['a comment', 'a.ts', ["+import a from 'a'; // why"]],
    ['a template', 'a.ts', [' const a = `', "+import a from 'a';", ' ']],
    ['the end of a template', 'a.ts', ["+import a from 'a';", ' `;']],
    ['characters that look alike', 'a.ts', ["+import а from 'a';"]],
    ['invisible characters', 'a.ts', ["+import a from 'a\u200b';"]],
    ['a switch of the language', 'a.py', ['+from __future__ import annotations']],
    ['an import in a function', 'a.py', ['+    import a']],
    ['a text', 'a.py', [' """', '+import a']],
    ['arguments', 'a.py', ['     a,', '+    b,', ' )'], { heading: ' from a import (' }],
    ['only its side effects', 'a.go', ['+import _ "a/b"']],
    ['cgo', 'a.go', ['+import "C"']],
    ['a value that may be text', 'a.go', ['+\t"a/b"']],
    ['a public use', 'a.rs', ['+pub use a::b;']],
    ['a module', 'a.rs', ['+mod a;']],
    ['a text that goes on', 'a.rs', [' let a = "', '+use a::b;']],
    ['a table', 'a.c', ['+#include "table.inc"']],
    ['a resource', 'A.cs', ['+using var a = b;']],
    ['a trait', 'A.php', ['+    use A;']],
    ['another language', 'a.lua', ["+require 'a'"]],
    ['no language', 'a', ['+import a']],
    ['a long line', 'a.py', [`+import ${'a, '.repeat(400)}b`]],
    ['a missing line feed', 'a.py', ['+import a', '\\ No newline at end of file']],
    ['a new file', 'a.py', ['+import a'], { extended: 'new file mode 100644\n' }],
    ['a deleted file', 'a.py', ['-import a'], { extended: 'deleted file mode 100644\n' }],
  ])('%s: %s %j %j', (_, name, lines, parts) => {
    expect(isOfImports(name, lines, parts)).toBe(false);
  });

  it('are those whose header counts wrong', () => {
    const index = new PatchIndex();
    index.write(Buffer.from('--- a/a.py\n+++ b/a.py\n@@ -1 +1,2 @@\n a\n+import a\n+b()\n'));
    expect(index.finish().files[0]).not.toHaveProperty('importHunks');
  });
});

it('takes the beginning of the next file for no line of the hunk', () => {
  const file = (name: string) =>
    `--- ${name}.py\n+++ ${name}.py\n@@ -1 +1,2 @@\n a\n+import a\n@@ -8 +9 @@\n-a\n+b\n@@ -19 +20 @@\n-import c\n+import d\n`;
  const index = new PatchIndex();
  index.write(Buffer.from(file('a') + file('b')));
  const hunks = [
    [1, 1, 1, 2],
    [19, 1, 20, 1],
  ];
  expect(index.finish().files.map(({ importHunks }) => importHunks)).toEqual([hunks, hunks]);
});
