import { quoteName } from './file-name.ts';

/** Paths of a file's two sides; bytes as Latin-1. */
interface PartNames {
  readonly old: string;
  readonly new: string;
  /** The side that is not there, if one is not. */
  readonly missing?: 'old' | 'new' | undefined;
}

/** Where the header of a file ends: at its first hunk, or at what a binary file has instead. */
const bodies = ['\n@@ ', '\nBinary files ', '\nGIT binary patch\n'];

/** Gives a file of a patch in git's form other paths; bytes as Latin-1. */
export const renamePart = (part: string, names: PartNames): string => {
  const starts = bodies.map((body) => part.indexOf(body)).filter((at) => at >= 0);
  const end = starts.length === 0 ? part.length : Math.min(...starts) + 1;
  const header = part.slice(0, end).split('\n');
  return header.map((line) => renamedLine(line, names)).join('\n') + renamedBody(part, end, names);
};

const renamedLine = (line: string, names: PartNames): string => {
  const [, start = '', rest = ''] =
    /^(diff --git |--- |\+\+\+ |(?:rename|copy) (?:from|to) )(.*)$/su.exec(line) ?? [];
  if (start === '' || rest === '/dev/null') return line;
  if (start.startsWith('diff'))
    return `${start}${quoted(`a/${names.old}`)} ${quoted(`b/${names.new}`)}`;
  if (start === '--- ') return `${start}${withTab(`a/${names.old}`)}`;
  if (start === '+++ ') return `${start}${withTab(`b/${names.new}`)}`;
  return `${start}${quoted(start.endsWith('from ') ? names.old : names.new)}`;
};

/** The line of a binary file names it once more. */
const renamedBody = (part: string, at: number, names: PartNames): string => {
  if (!part.startsWith('Binary files ', at)) return part.slice(at);
  const old = names.missing === 'old' ? '/dev/null' : quoted(`a/${names.old}`);
  const next = names.missing === 'new' ? '/dev/null' : quoted(`b/${names.new}`);
  return `Binary files ${old} and ${next} differ\n`;
};

/** As git writes names. */
const quoted = (name: string): string => (/["\\]|[^ -~]/u.test(name) ? quoteName(name) : name);

/** Git's mark that a name with spaces has ended. */
const withTab = (name: string): string => `${quoted(name)}${name.includes(' ') ? '\t' : ''}`;
