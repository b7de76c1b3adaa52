import type { Annotation } from '../../../shared/annotations/annotation.ts';
import { blocksOf } from '../store/content-slice.ts';
import type { State } from '../store/state.ts';
import { sortByPlace } from './finding-order.ts';

type Inputs = readonly [
  State['annotations']['byId'],
  State['content']['document'],
  State['content']['diff'],
  string | undefined,
];

let cached: { readonly inputs: Inputs; readonly findings: readonly Annotation[] } | undefined;

/** The findings that the panel lists, by their place; the same array while nothing of it changes. */
export const orderedFindings = ({ annotations, content, panel }: State): readonly Annotation[] => {
  const inputs: Inputs = [annotations.byId, content.document, content.diff, panel.source];
  if (cached?.inputs.every((input, index) => input === inputs[index]) === true)
    return cached.findings;
  const all = [...annotations.byId.values()];
  const listed = panel.source === undefined ? all : all.filter((a) => a.source === panel.source);
  const findings = sortByPlace(listed, {
    blocks: blocksOf(content),
    files: content.diff?.files ?? [],
  });
  cached = { inputs, findings };
  return findings;
};
