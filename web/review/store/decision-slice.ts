/** The verdict, independent of the mode. */
export type Verdict = 'approve' | 'reject';

/** The popover's step: the form, the preview of the feedback, or the confirmation to discard text. */
export type DecisionStep = 'choice' | 'preview' | 'close';

export interface DecisionSlice {
  /** The user's choice; undefined while it follows from the comments. */
  readonly chosen: Verdict | undefined;
  /** Whether the feedback text lists findings; the decision always includes them. */
  readonly withFindings: boolean;
  readonly step: DecisionStep;
}

export type DecisionAction =
  | { readonly type: 'decision/chosen'; readonly verdict: Verdict }
  | { readonly type: 'decision/withFindings'; readonly withFindings: boolean }
  | { readonly type: 'decision/step'; readonly step: DecisionStep };

export const initialDecision: DecisionSlice = {
  chosen: undefined,
  withFindings: true,
  step: 'choice',
};

export const reduceDecision = (slice: DecisionSlice, action: DecisionAction): DecisionSlice => {
  switch (action.type) {
    case 'decision/chosen':
      return { ...slice, chosen: action.verdict };
    case 'decision/withFindings':
      return { ...slice, withFindings: action.withFindings };
    case 'decision/step':
      return { ...slice, step: action.step };
  }
};
