// What a decision needs, loaded after first paint in one file: the server exits after it.
export { confirmDecision, decide } from './decide.ts';
export { DecisionPopover } from './decision-popover.tsx';
export { EndScreen } from './end-screen.tsx';
export { releaseByKey, undoDecision } from './undo-decision.ts';
