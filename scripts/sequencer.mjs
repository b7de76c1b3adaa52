import { relative } from 'node:path';
import { BaseSequencer } from 'vitest/node';
import { slowestFirst } from './slowest-first.mjs';

/** Vitest's own order (by measured time, else by size), after the files known to be slow. */
export class SlowestFirst extends BaseSequencer {
  async sort(files) {
    const sorted = await super.sort(files);
    const pathOf = ({ moduleId }) => relative(this.ctx.config.root, moduleId).replaceAll('\\', '/');
    const paths = slowestFirst(sorted.map(pathOf));
    return sorted.toSorted(
      (one, other) => paths.indexOf(pathOf(one)) - paths.indexOf(pathOf(other)),
    );
  }
}
