import type { Annotation } from '../../../../shared/annotations/annotation.ts';
import { memoizeLast } from '../../../shell/memoize-last.ts';
import type { State } from '../state.ts';

/**
 * Groups findings with the same source, rule and text, in order of the first one. Findings without text are not
 * grouped.
 */
export const groupMessages = (findings: Iterable<Annotation>): Annotation[][] => {
  const groups: Annotation[][] = [];
  // Keyed by text first: engines cache string hashes, so long texts are not copied.
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

/** Number of findings with the same message. */
export const countPlaces = ({ annotations }: State, { id }: Annotation): number =>
  countsOf(annotations.byId).get(id) ?? 1;
