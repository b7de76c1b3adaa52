import { relative } from 'node:path';
import { BaseSequencer } from 'vitest/node';
import { inTestOrder } from './test-order.mjs';

/** The order of a run; files that are equal in it keep Vitest's own (by measured time, else by size). */
export class TestOrder extends BaseSequencer {
  async sort(files) {
    const sorted = await super.sort(files);
    const pathOf = ({ moduleId }) => relative(this.ctx.config.root, moduleId).replaceAll('\\', '/');
    const paths = inTestOrder(sorted.map(pathOf));
    return sorted.toSorted(
      (one, other) => paths.indexOf(pathOf(one)) - paths.indexOf(pathOf(other)),
    );
  }
}
