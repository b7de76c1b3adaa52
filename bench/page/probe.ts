// Injected into pages before their own scripts, to observe what is painted. Bundled for the browser.

/** The benchmarks' interface to a page, available as `probe`. */
export interface Probe {
  /** Milliseconds from the start of navigation until a line of code with text was painted. */
  readonly firstCode: Promise<number>;
  /** The same for a line with highlighted parts. */
  readonly firstColours: Promise<number>;
  /** Milliseconds since the epoch when a finding with this text was painted in the viewport. */
  readonly findingPainted: (words: string) => Promise<number>;
  /** Resolves when there is no finding with this text any more. */
  readonly findingGone: (words: string) => Promise<number>;
  /** Milliseconds since the epoch when code was painted in the viewport, and no line has this text any more. */
  readonly otherCode: (words: string) => Promise<number>;
  /** Scrolls to the end, by this many pixels per frame. */
  readonly scrollThrough: (step: number) => Promise<Passage>;
  /** Durations of this many frames on an idle page. */
  readonly frames: (count: number) => Promise<number[]>;
  /** Recorded from now on: milliseconds from each key press to the next paint. */
  readonly keyTimes: number[];
}

interface Passage {
  /** Frame durations in milliseconds. */
  readonly frames: number[];
  /** Maximum number of elements and text nodes after any frame, including shadow roots. */
  readonly nodes: number;
}

const nextFrame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));

/** Resolves in the first task after the next frame, when that has been painted. */
const afterPaint = (): Promise<number> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port2.addEventListener('message', () => resolve(performance.now()));
      port2.start();
      port1.postMessage(undefined);
    });
  });

/** If it has not appeared by then, the page's markup has changed and the probe must follow. */
const timeoutMs = 60_000;

const whenPainted = async (isThere: () => boolean): Promise<number> => {
  const startedAt = performance.now();
  for (;;) {
    const now = await afterPaint();
    if (isThere()) return now;
    if (now - startedAt > timeoutMs) throw new Error(`Not painted in time: ${isThere}`);
  }
};

const isInWindow = (element: Element): boolean => {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
};

const someLine = (isSought: (line: Element) => boolean): boolean =>
  [...document.querySelectorAll('diffs-container')].some((file) =>
    [...(file.shadowRoot?.querySelectorAll('[data-line]') ?? [])].some(isSought),
  );

/** Lines are empty until their patch has arrived. */
const hasCode = (): boolean =>
  someLine((line) => line.textContent.trim() !== '' && isInWindow(line));

/** A line with two colours is highlighted; a plain one has one. */
const hasColours = (): boolean =>
  someLine((line) => {
    if (!isInWindow(line)) return false;
    const words = [...line.querySelectorAll('span')].filter(
      (span) => span.childElementCount === 0 && span.textContent.trim() !== '',
    );
    return new Set(words.map((word) => getComputedStyle(word).color)).size > 1;
  });

const findingWith = (words: string): Element | undefined =>
  [...document.querySelectorAll('.diff-view .finding')].find((finding) =>
    finding.textContent.includes(words),
  );

const countNodes = (root: Node): number => {
  const walker = document.createTreeWalker(root);
  let nodes = 1;
  while (walker.nextNode() !== null) {
    nodes += 1;
    const { currentNode } = walker;
    if (currentNode instanceof Element && currentNode.shadowRoot !== null)
      nodes += countNodes(currentNode.shadowRoot);
  }
  return nodes;
};

/** Frames without movement that mark the end; an arriving patch moves it. */
const stillFrames = 30;

const scrollBy = async (step: number, look: (now: number) => void): Promise<void> => {
  const root = document.querySelector('.diff-view') ?? document.querySelector('.content');
  if (root === null) throw new Error('There is no content.');
  for (let still = 0; still < stillFrames;) {
    const before = root.scrollTop;
    root.scrollTop += step;
    still = root.scrollTop === before ? still + 1 : 0;
    const now = await nextFrame();
    if (still === 0) look(now);
  }
};

const gaps = (times: readonly number[]): number[] =>
  times.slice(1).map((time, index) => time - (times[index] ?? 0));

const scrollThrough = async (step: number): Promise<Passage> => {
  const times: number[] = [await nextFrame()];
  let most = 0;
  await scrollBy(step, (now) => {
    times.push(now);
    most = Math.max(most, countNodes(document));
  });
  return { frames: gaps(times), nodes: most };
};

const frames = async (count: number): Promise<number[]> => {
  const times: number[] = [];
  while (times.length <= count) times.push(await nextFrame());
  return gaps(times);
};

const keyTimes: number[] = [];
addEventListener(
  'keydown',
  ({ timeStamp }) => {
    void afterPaint().then((now) => keyTimes.push(now - timeStamp));
  },
  { capture: true },
);

const firstCode = whenPainted(hasCode);

const probe: Probe = {
  firstCode,
  firstColours: firstCode.then(async (codeMs) => (hasColours() ? codeMs : whenPainted(hasColours))),
  findingPainted: async (words) => {
    await whenPainted(() => {
      const finding = findingWith(words);
      return finding !== undefined && isInWindow(finding);
    });
    return Date.now();
  },
  findingGone: (words) => whenPainted(() => findingWith(words) === undefined),
  otherCode: async (words) => {
    await whenPainted(() => hasCode() && !someLine((line) => line.textContent.includes(words)));
    return Date.now();
  },
  scrollThrough,
  frames,
  keyTimes,
};

Object.assign(globalThis, { probe });
