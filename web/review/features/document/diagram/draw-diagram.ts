import mermaid from 'mermaid';
import { randomId } from '../../../../shell/random-id.ts';

export type DiagramTheme = 'light' | 'dark';

/** A diagram as an image: a `data:` URL, and its size in pixels. */
export interface Drawing {
  readonly address: string;
  readonly width: number;
  readonly height: number;
}

const maxTextLength = 50_000;
const maxEdges = 500;

/** System fonts, since an image has no access to web fonts and would not match its layout. */
const fontFamily = (): string =>
  getComputedStyle(document.documentElement).getPropertyValue('--font-system').trim() ||
  'sans-serif';

/** Labels must hide the edge behind them. */
const opaqueLabels = (): string => {
  const ground = getComputedStyle(document.documentElement).backgroundColor;
  return `.edgeLabel rect, .edgeLabel .label rect, .relationshipLabelBox { opacity: 1; fill: ${ground}; background-color: ${ground}; }`;
};

/** Directives in a diagram must not change rendering or security. */
const configure = (theme: DiagramTheme): void => {
  const options = {
    startOnLoad: false,
    securityLevel: 'strict',
    htmlLabels: false,
    flowchart: { htmlLabels: false },
    maxTextSize: maxTextLength,
    maxEdges: maxEdges,
    suppressErrorRendering: true,
    theme: theme === 'dark' ? 'dark' : 'default',
    darkMode: theme === 'dark',
    fontFamily: fontFamily(),
    themeCSS: opaqueLabels(),
    logLevel: 'fatal',
  } as const;
  mermaid.initialize({
    ...options,
    secure: [
      ...new Set([
        ...Object.keys(mermaid.mermaidAPI.defaultConfig),
        ...Object.keys(options),
        'themeCSS',
        'themeVariables',
        'dompurifyConfig',
      ]),
    ],
  });
};

/** An element to render in: laid out, but invisible and inert. */
const withWorkshop = async <Result>(use: (place: Element) => Promise<Result>): Promise<Result> => {
  const place = document.createElement('div');
  place.className = 'diagram-workshop';
  place.inert = true;
  document.body.append(place);
  try {
    return await use(place);
  } finally {
    place.remove();
  }
};

/** Serialized, since mermaid has global configuration. */
let before: Promise<unknown> = Promise.resolve();

/**
 * Draws a diagram in a theme.
 * @throws Error with the parser's message if the source is invalid
 */
export const drawDiagram = (source: string, theme: DiagramTheme): Promise<Drawing> => {
  const drawing = before.then(async () => {
    configure(theme);
    await mermaid.parse(source);
    const id = `diagram-${randomId()}`;
    const { svg } = await withWorkshop((place) => mermaid.render(id, source, place));
    return toDrawing(svg);
  });
  before = drawing.catch(() => undefined);
  return drawing;
};

/** An image cannot run, load or link anything. */
const toDrawing = (svg: string): Drawing => {
  const root = new DOMParser().parseFromString(svg, 'text/html').querySelector('svg');
  if (root === null) throw new Error('Nothing was drawn.');
  for (const element of root.querySelectorAll('foreignObject, script, image, iframe'))
    element.remove();
  const [, , width = 0, height = 0] = (root.getAttribute('viewBox') ?? '')
    .split(/[\s,]+/u)
    .map(Number);
  if (!(width > 0 && height > 0)) throw new Error('Nothing was drawn.');
  root.setAttribute('width', String(width));
  root.setAttribute('height', String(height));
  root.removeAttribute('style');
  const text = new XMLSerializer().serializeToString(root);
  return { address: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`, width, height };
};
