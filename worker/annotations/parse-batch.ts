import type {
  annotationInput,
  AnnotationInput,
  quickAnnotation,
} from '../../shared/annotations/annotation.ts';
import type { Limits } from '../../shared/annotations/limits.ts';
import { GalleyError, type Issue } from '../../shared/errors.ts';
import { maxIssues, parseWith, safeParse, toIssues } from '../../shared/parse.ts';

interface BatchRules {
  /** Fast path for obviously valid input; everything else goes to the schema, which words the issues. */
  readonly quick: ReturnType<typeof quickAnnotation>;
  readonly schema: ReturnType<typeof annotationInput>;
  readonly limits: Limits;
}

/**
 * Parses a request body, one object or `{"annotations": [...]}`; all or nothing.
 * @throws GalleyError `invalid_request` with up to 100 issues
 */
export const parseBatch = (
  body: unknown,
  { quick, schema, limits }: BatchRules,
): AnnotationInput[] => {
  if (!isBatch(body)) return [quick(body) ?? parseWith(schema, body, { what: 'The annotation' })];
  const items = checkItems(body.annotations, limits.annotationsPerRequest);
  const inputs: AnnotationInput[] = [];
  const issues: Issue[] = [];
  for (const [index, item] of items.entries()) {
    const input = quick(item);
    if (input !== undefined) {
      inputs.push(input);
      continue;
    }
    const result = safeParse(schema, item);
    if (result.success) inputs.push(result.data);
    else issues.push(...toIssues(result.error, ['annotations', index]));
    if (issues.length >= maxIssues) break;
  }
  if (issues.length > 0) throw invalid('The annotations are not valid', issues);
  return inputs;
};

const isBatch = (body: unknown): body is { annotations: unknown } =>
  typeof body === 'object' && body !== null && Object.hasOwn(body, 'annotations');

const checkItems = (items: unknown, atMost: number): readonly unknown[] => {
  const refuse = (message: string): GalleyError =>
    invalid('The annotations are not valid', [{ path: 'annotations', message }]);
  if (!Array.isArray(items)) throw refuse('must be an array of annotations');
  if (items.length === 0) throw refuse('must hold at least one annotation');
  if (items.length > atMost)
    throw refuse(`must hold ${atMost} annotations at most; send them in several requests`);
  return items;
};

const invalid = (what: string, issues: readonly Issue[]): GalleyError => {
  const [first] = issues;
  const where = first === undefined ? '' : ` at ${first.path}: ${first.message}`;
  return new GalleyError(
    'invalid_request',
    `${what}${where}. Nothing was added; correct it and send it again.`,
    { issues: issues.slice(0, maxIssues) },
  );
};
