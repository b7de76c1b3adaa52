// What a decision needs, loaded after first paint in one file.
export { confirmDecision, decide } from './decide.ts';
export { DecisionPopover } from './decision-popover.tsx';
