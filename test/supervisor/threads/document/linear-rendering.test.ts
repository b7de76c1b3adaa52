import { describe, expect, it } from 'vitest';
import { documentBlocks } from '../../../../supervisor/threads/document/document-blocks.ts';
import { growth, linear } from '../../../helpers/cpu-time.ts';
import { pathological } from './pathological.ts';

describe.each(['markdown', 'html', 'text'] as const)('rendering %s takes linear time', (format) => {
  it.each(pathological[format])('of %s', { timeout: 60_000 }, async (_, text) => {
    const grown = await growth(300, (size) => {
      const made = text(size);
      return () => documentBlocks(made, format);
    });
    expect(grown).toBeLessThan(linear);
  });
});
