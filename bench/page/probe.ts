// What stands in a page before its own scripts do: it looks at what was painted. Bundled for the browser.

/** What the benchmarks ask a page for, as `probe`. */
export interface Probe {
  /** Milliseconds from the navigation's start until a line of code with text in it was painted. */
  readonly firstCode: Promise<number>;
  /** The same until a line was painted whose parts have colours of their own. */
  readonly firstColours: Promise<number>;
  /** Milliseconds since the epoch at which a finding with these words was painted inside of the window. */
  readonly findingPainted: (words: string) => Promise<number>;
  /** Resolves when no finding has these words any more. */
  readonly findingGone: (words: string) => Promise<number>;
  /** Scrolls so many pixels with each frame, to the end. */
  readonly scrollThrough: (step: number) => Promise<Passage>;
  /** So many times between frames of this page, which has nothing to do. */
  readonly frames: (count: number) => Promise<number[]>;
  /** From now on: the milliseconds from each key's press to the paint after it. */
  readonly keyTimes: number[];
}

interface Passage {
  /** Milliseconds between the frames. */
  readonly frames: number[];
  /** The most elements and texts that there were after any of them, those in shadow roots too. */
  readonly nodes: number;
}

const nextFrame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));

/** Resolves in the first task after the next frame, whose paint is done by then. */
const afterPaint = (): Promise<number> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port2.addEventListener('message', () => resolve(performance.now()));
      port2.start();
      port1.postMessage(undefined);
    });
  });

/** What is not there by then will not come: the page has changed, and with it where to look. */
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

/** Lines whose patch is not here yet stand there empty. */
const hasCode = (): boolean =>
  someLine((line) => line.textContent.trim() !== '' && isInWindow(line));

/** Two colours in one line: what is plain has one. */
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

/** Frames without movement after which the end is reached: a patch that comes moves it. */
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
  scrollThrough,
  frames,
  keyTimes,
};

Object.assign(globalThis, { probe });
