/** A token of an HTML text, as in the standard's tokenizer. */
export type HtmlPart =
  | { readonly kind: 'text'; readonly source: string }
  /** With its delimiters; also declarations and whatever else browsers take for a comment. */
  | { readonly kind: 'comment'; readonly source: string }
  | { readonly kind: 'end'; readonly source: string; readonly name: string }
  | {
      readonly kind: 'start';
      /** With `rawText`, the source of the whole element including its end tag. */
      readonly source: string;
      readonly name: string;
      /** Verbatim; the first one of each name. */
      readonly attributes: ReadonlyMap<string, string>;
      /** For elements whose content has no tags. */
      readonly rawText?: { readonly text: string; /** Within `source`. */ readonly at: number };
    };

/** Elements whose content is raw text, or ignored. */
const rawTextElements = new Set(
  'script style title textarea xmp iframe noembed noframes noscript object template'.split(' '),
);

const tagStart = /<(\/?)([a-z][^\t\n\f\r />]*)/iuy;
const comment = /<(?:!--(?:>|->|[^]*?(?:--!?>|$))|(?:[!?][^>]*|\/(?:[^a-z>][^>]*)?)(?:>|$))/iuy;
const beforeAttribute = /[\t\n\f\r /]*/uy;
const attributeName = /=?[^\t\n\f\r />=]*/uy;
const assignment = /[\t\n\f\r ]*=[\t\n\f\r ]*/uy;
const value = /"[^"]*(?:"|$)|'[^']*(?:'|$)|[^\t\n\f\r >]*/uy;

const matchAt = (pattern: RegExp, html: string, at: number): RegExpExecArray | null => {
  pattern.lastIndex = at;
  return pattern.exec(html);
};

/** Tokenizes HTML in one pass; the sources add up to the text. Anything unclosed reaches to the end. */
export const scanHtml = function* (html: string): Generator<HtmlPart> {
  let from = 0;
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', at)) {
    const hidden = matchAt(comment, html, at)?.[0];
    const tag = hidden === undefined ? matchAt(tagStart, html, at) : null;
    if (hidden === undefined && tag === null) {
      at += 1;
      continue;
    }
    if (at > from) yield { kind: 'text', source: html.slice(from, at) };
    if (tag === null) {
      at += hidden?.length ?? 1;
      yield { kind: 'comment', source: hidden ?? '' };
    } else {
      const [head, slash, name = ''] = tag;
      const { attributes, end } = scanAttributes(html, at + head.length);
      const lowerName = name.toLowerCase();
      const start = at;
      at = end;
      if (slash === '/') yield { kind: 'end', source: html.slice(start, end), name: lowerName };
      else if (rawTextElements.has(lowerName)) {
        const text = html.slice(end, startOfEnd(html, lowerName, end));
        at = endOfTag(html, end + text.length);
        const source = html.slice(start, at);
        const rawText = { text, at: end - start };
        yield { kind: 'start', source, name: lowerName, attributes, rawText };
      } else yield { kind: 'start', source: html.slice(start, end), name: lowerName, attributes };
    }
    from = at;
  }
  if (from < html.length) yield { kind: 'text', source: html.slice(from) };
};

/** The start of a raw text element's end tag at or after `from`; the end of the text if there is none. */
const startOfEnd = (html: string, name: string, from: number): number => {
  for (let at = html.indexOf('</', from); at >= 0; at = html.indexOf('</', at + 2))
    if (html.slice(at + 2, at + 2 + name.length).toLowerCase() === name) return at;
  return html.length;
};

const endOfTag = (html: string, from: number): number => {
  const end = html.indexOf('>', from);
  return end < 0 ? html.length : end + 1;
};

/** Scans from after a tag's name to its end. */
const scanAttributes = (
  html: string,
  start: number,
): { attributes: ReadonlyMap<string, string>; end: number } => {
  const attributes = new Map<string, string>();
  let at = start;
  for (;;) {
    at += matchAt(beforeAttribute, html, at)?.[0].length ?? 0;
    if (at >= html.length || html[at] === '>') return { attributes, end: at + 1 };
    const name = matchAt(attributeName, html, at)?.[0] ?? '';
    at += name.length;
    const equals = matchAt(assignment, html, at)?.[0];
    const found = equals === undefined ? '' : (matchAt(value, html, at + equals.length)?.[0] ?? '');
    at += (equals?.length ?? 0) + found.length;
    if (!attributes.has(name.toLowerCase())) attributes.set(name.toLowerCase(), unquoted(found));
  }
};

const unquoted = (text: string): string => {
  const quote = /^["']/u.exec(text)?.[0];
  if (quote === undefined) return text;
  return text.length > 1 && text.endsWith(quote) ? text.slice(1, -1) : text.slice(1);
};
