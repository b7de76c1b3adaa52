import { expect, it } from 'vitest';
import { noteName } from '../../../worker/notes/note-name.ts';

const date = '2026-11-25';
const nameOf = (title: string, number = 1): string => noteName({ title, date }, number);

it.each<[title: string, name: string]>([
  ['Move to Postgres 17', '2026-11-25 Move to Postgres 17.md'],
  ['Größe & Maß: zwei', '2026-11-25 Größe & Maß zwei.md'],
  ['../../x', '2026-11-25 x.md'],
  ['/etc/passwd', '2026-11-25 etc passwd.md'],
  ['..\\..\\x', '2026-11-25 x.md'],
  ['.hidden', '2026-11-25 hidden.md'],
  ['CON', '2026-11-25 CON.md'],
  ['one\ntwo\r\n\tthree\0four', '2026-11-25 one two threefour.md'],
  ['txt.\u202Egnp.exe\u2066', '2026-11-25 txt.gnp.exe.md'],
  ['[[link]] #tag ^block | <b> "q" *?', '2026-11-25 link tag block b q.md'],
  ['ends in a dot. . .', '2026-11-25 ends in a dot.md'],
  ['e\u0301', '2026-11-25 \u00E9.md'],
  ['half \uD83D', '2026-11-25 half.md'],
  ['', '2026-11-25.md'],
  ['../..', '2026-11-25.md'],
  ['\u200B\u{E0041}', '2026-11-25.md'],
])('the title %j is safe in the name of a note', (title, name) => {
  expect(nameOf(title)).toBe(name);
});

it.each(['x', 'ä', '漢', '🙂', '. ', 'e\u0301'])(
  'a title of 10,000 times %j makes a name that every file system takes',
  (text) => {
    for (const number of [1, 2, 1000]) {
      const name = nameOf(text.repeat(10_000), number);
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(143);
      expect(name).not.toMatch(/\p{Cs}/u);
      expect(name).toMatch(/^2026-11-25(?:.*[^. ])?\.md$/u);
      expect(name.endsWith(number === 1 ? '.md' : ` ${number}.md`)).toBe(true);
    }
  },
);
