/** A name, what may be an address, being quoted or bare in `url()`, or another character. */
interface StyleToken {
  readonly kind: 'name' | 'address' | 'other';
  /** Without escapes. */
  readonly text: string;
}

/** The tokens of a style that matter to what it draws. Source: CSS Syntax Module Level 3. */
export function* styleTokens(style: string): Generator<StyleToken> {
  for (let at = 0; at < style.length;) {
    const character = style[at] ?? '';
    if (style.startsWith('/*', at)) {
      const end = style.indexOf('*/', at + 2);
      at = end < 0 ? style.length : end + 2;
    } else if (quotes.includes(character)) {
      const { text, end } = readText(style, at + 1, (next) => next === character || next === '\n');
      yield { kind: 'address', text };
      at = end + 1;
    } else if (isInName(character) || character === '\\') {
      const name = readText(style, at, (next) => !isInName(next));
      yield { kind: 'name', text: name.text };
      at = Math.max(name.end, at + 1);
      if (style[at] !== '(' || name.text.toLowerCase() !== 'url') continue;
      do at += 1;
      while (/\s/u.test(style[at] ?? ''));
      if (quotes.includes(style[at] ?? ' ')) continue;
      const { text, end } = readText(style, at, (next) => next === ')');
      yield { kind: 'address', text };
      at = end + 1;
    } else {
      yield { kind: 'other', text: character };
      at += 1;
    }
  }
}

const quotes = '"\'';

const isInName = (character: string): boolean => /[-\w]/u.test(character) || character >= '\u0080';

/** Up to a character that is not escaped, without escapes. */
const readText = (
  style: string,
  from: number,
  isEnd: (character: string) => boolean,
): { readonly text: string; readonly end: number } => {
  let text = '';
  let at = from;
  for (; at < style.length; at += 1) {
    const character = style[at] ?? '';
    if (character === '\\') {
      const code = /^[\da-f]{1,6}/iu.exec(style.slice(at + 1, at + 7))?.[0];
      const next = code ?? style[at + 1] ?? '';
      text += code === undefined ? (next === '\n' ? '' : next) : characterOf(code);
      at += next.length;
      if (code !== undefined && /\s/u.test(style[at + 1] ?? '')) at += 1;
    } else if (isEnd(character)) break;
    else text += character;
  }
  return { text, end: at };
};

const characterOf = (hex: string): string => {
  const code = Number.parseInt(hex, 16);
  return code > 0x10_ff_ff ? '\uFFFD' : String.fromCodePoint(code);
};
