// What a document loads after first paint, in one file.
export { anchorDraft } from './anchor-draft.ts';
export { BesideText } from './beside-text.tsx';
export { BlockNotes } from './block-notes.tsx';
export { Outline } from './document-outline.tsx';
export { extendSelection } from './extend-selection.ts';
export { watchScrollable } from './scrollable-regions.ts';
export { Popover } from './selection-popover.tsx';
export { revealNote } from './reveal-note.ts';
export { scrollToText } from './scroll-to-text.ts';
