import { expect, it } from 'vitest';
import type { AnnotationInput } from '../../../shared/annotations/annotation.ts';
import type { DocumentAnnotation } from '../../../shared/annotations/document-annotation.ts';
import { defaultLimits } from '../../../shared/annotations/limits.ts';
import { AnnotationCollection } from '../../../worker/annotations/annotation-collection.ts';
import type { Placed } from '../../../worker/annotations/placement.ts';
import { AnnotationStore } from '../../../worker/annotations/store.ts';
import { DecisionGate } from '../../../worker/decision/decision-gate.ts';
import { PreparationState, ContentVersion } from '../../../worker/content/content-state.ts';

/** A collection whose placement puts findings into the block `VERSION PHRASE`. */
const begin = () => {
  const store = new AnnotationStore();
  const version = new ContentVersion();
  const preparation = new PreparationState();
  preparation.change({ state: 'ready' });
  let held: Promise<void> | undefined;
  const place = async (inputs: readonly AnnotationInput[]): Promise<readonly Placed[]> => {
    const { current } = version;
    const placed = inputs.map((input): Placed => ({
      placement: 'exact',
      blockId: `${current} ${'originalText' in input ? input.originalText : ''}`,
    }));
    const waiting = held;
    held = undefined;
    await waiting;
    return placed;
  };
  const collection = new AnnotationCollection({
    mode: 'plan',
    limits: defaultLimits,
    store,
    gate: new DecisionGate(),
    preparation,
    version,
    placing: { exactly: place },
    onEvent: () => undefined,
    onMoved: () => undefined,
  });
  return {
    collection,
    version,
    blocks: () => (store.all() as DocumentAnnotation[]).map(({ blockId }) => blockId),
    /** Blocks the next placement until the returned function is called. */
    hold: () => {
      let goOn = (): void => undefined;
      held = new Promise((resolve) => {
        goOn = resolve;
      });
      return () => goOn();
    },
  };
};

const finding = (originalText: string) => ({
  source: 'lint',
  type: 'COMMENT',
  originalText,
  text: 'x',
});

it('a finding added during a refresh is placed in the new content', async () => {
  const { collection, version, blocks, hold } = begin();
  const goOn = hold();
  const added = collection.add(finding('a'));
  version.count();
  goOn();
  await added;
  expect(blocks()).toEqual(['2 a']);
});

it('a finding moved during a refresh is placed in the new content', async () => {
  const { collection, version, blocks, hold } = begin();
  const { ids } = await collection.add(finding('a'));
  const goOn = hold();
  const updated = collection.update(ids[0] ?? '', { originalText: 'b' });
  version.count();
  goOn();
  await updated;
  expect(blocks()).toEqual(['2 b']);
});

it('findings changed during re-anchoring keep their latest place', async () => {
  const { collection, version, blocks, hold } = begin();
  const { ids } = await collection.add({ annotations: ['a', 'b', 'c'].map(finding) });
  version.count();
  const goOn = hold();
  const placed = collection.placeAnew();
  await collection.update(ids[0] ?? '', { text: 'other words at the same place' });
  await collection.update(ids[1] ?? '', { originalText: 'moved' });
  await collection.remove(ids[2] ?? '');
  goOn();
  await placed;
  expect(blocks()).toEqual(['2 a', '2 moved']);
});
