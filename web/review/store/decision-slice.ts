/** What the reviewer makes of what is reviewed, in the words of all modes. */
export type Verdict = 'approve' | 'reject';

/** What the popover that decides shows: the choice, the text for the agent, or the question before words are lost. */
export type DecisionStep = 'choice' | 'preview' | 'close';

/** The decision as far as it has been chosen. */
export interface DecisionSlice {
  /** What the reviewer chose; undefined as long as the comments suggest it. */
  readonly chosen: Verdict | undefined;
  /** Whether the agent's text has the findings; the decision itself always has. */
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
