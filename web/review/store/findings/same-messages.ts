import type { Annotation } from '../../../../shared/annotations/annotation.ts';
import { memoizeLast } from '../../../shell/memoize-last.ts';
import type { State } from '../state.ts';

/**
 * The findings in groups that say the same: of one source and rule, with one text. They keep their order, each group
 * stands where its first one does. What has no text says nothing that others could say, too.
 */
export const groupMessages = (findings: Iterable<Annotation>): Annotation[][] => {
  const groups: Annotation[][] = [];
  // By the text first: its hash is kept by the engine, so that long texts are not copied.
  const byText = new Map<string, Map<string, Annotation[]>>();
  for (const finding of findings) {
    const { source, rule = '', text = '' } = finding;
    const byOrigin = byText.get(text) ?? new Map<string, Annotation[]>();
    byText.set(text, byOrigin);
    const origin = `${source}\n${rule}`;
    const there = text === '' ? undefined : byOrigin.get(origin);
    if (there !== undefined) {
      there.push(finding);
      continue;
    }
    const made = [finding];
    byOrigin.set(origin, made);
    groups.push(made);
  }
  return groups;
};

const countsOf = memoizeLast((byId: State['annotations']['byId']): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const group of groupMessages(byId.values()))
    if (group.length > 1) for (const { id } of group) counts.set(id, group.length);
  return counts;
});

/** In how many places a finding's message stands. */
export const countPlaces = ({ annotations }: State, { id }: Annotation): number =>
  countsOf(annotations.byId).get(id) ?? 1;
