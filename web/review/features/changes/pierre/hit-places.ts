import type { HitPlace } from '../../../ui/page.ts';
import { sideOf } from './rendered-lines.ts';

/** The rendered lines, each in the shadow root of its file. */
export function* drawnHitPlaces(
  content: Element,
  watch: (root: Node) => void,
): Generator<HitPlace> {
  for (const file of content.querySelectorAll('diffs-container')) {
    if (file.shadowRoot === null) continue;
    watch(file.shadowRoot);
    const id = file.querySelector<HTMLElement>('[data-file-id]')?.dataset['fileId'];
    for (const element of file.shadowRoot.querySelectorAll<HTMLElement>('[data-line]'))
      yield {
        element,
        scroller: element.closest('code[data-code]'),
        isOf: (hit) =>
          hit.kind === 'line' &&
          hit.fileId === id &&
          hit.line === Number(element.dataset['line']) &&
          hit.side === sideOf(element),
      };
  }
}
