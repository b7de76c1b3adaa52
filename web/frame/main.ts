import type { FrameDocument } from '../../shared/frame/frame-tree.ts';
import type { ToFrame } from '../../shared/frame/frame-message.ts';
import { drawDocument } from './ui/draw.ts';
import type { FramePage } from './ui/frame-page.ts';
import { countHidden } from './ui/hidden-text.ts';
import { tellKeys } from './ui/keys.ts';
import { Painter } from './ui/painter.ts';
import { Pointer } from './ui/pointer.ts';
import { tellSelection } from './ui/selection.ts';
import { TextMap } from './ui/text-map.ts';

// Runs in the frame of an HTML document: draws it, and tells the page what is selected in it.

const stylesMs = 3000;

const start = (port: MessagePort): void => {
  const map = new TextMap();
  const page: FramePage = {
    map,
    painter: new Painter(map),
    links: new WeakMap(),
    send: (message) => port.postMessage(message),
  };
  const pointer = new Pointer(page);
  const keepInView = inView();
  tellSelection(page);
  tellKeys(page);
  port.addEventListener('message', ({ data }: MessageEvent<ToFrame>) => {
    switch (data.type) {
      case 'document':
        void draw(page, data.document).then(() => keepInView());
        return;
      case 'marks':
        page.painter.paint(data.marks);
        return;
      case 'show':
        keepInView(map.rangeOf(data.block, data.start, data.end));
        return;
      case 'pick':
        pointer.pick(data.isOn);
        return;
      case 'clear':
        getSelection()?.removeAllRanges();
    }
  });
  port.start();
};

const draw = async ({ map, links, send }: FramePage, document: FrameDocument): Promise<void> => {
  drawDocument(document, map, links);
  await stylesAreThere();
  const height = Math.ceil(globalThis.document.documentElement.scrollHeight);
  send({ type: 'drawn', height, hidden: await countHidden(map.pieces) });
};

/** Resolves when the styles have been loaded, or have failed. */
const stylesAreThere = async (): Promise<void> => {
  const pending = [...document.querySelectorAll('link')].filter(({ sheet }) => sheet === null);
  const loaded = pending.map(
    (link) =>
      new Promise<void>((resolve) => {
        link.addEventListener('load', () => resolve());
        link.addEventListener('error', () => resolve());
      }),
  );
  const late = new Promise<void>((resolve) => {
    setTimeout(resolve, stylesMs);
  });
  await Promise.race([Promise.all(loaded), late]);
};

/** What is shown stays in view until the reader scrolls: styles, and the frame's size, may come after it. */
const inView = (): ((range?: Range) => void) => {
  let shown: Range | undefined;
  let top = 0;
  const keep = (range = shown) => {
    shown = range;
    if (range !== undefined) show(range);
    top = scrollY;
  };
  addEventListener('resize', () => keep());
  addEventListener('scroll', () => {
    if (Math.abs(scrollY - top) > 1) shown = undefined;
  });
  return keep;
};

const show = (range: Range): void => {
  const { top, bottom } = range.getBoundingClientRect();
  if (top >= 20 && bottom <= innerHeight - 20) return;
  scrollTo({ top: scrollY + top - innerHeight / 3, behavior: 'instant' });
};

/** The page hands over its port once, before there is anything else in the frame. */
const begin = (event: MessageEvent): void => {
  const [port] = event.ports;
  if (event.source !== parent || port === undefined) return;
  removeEventListener('message', begin);
  start(port);
};
addEventListener('message', begin);
