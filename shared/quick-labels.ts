import type { CommentKind } from './annotations/comment-kinds.ts';

/** A comment added with one click on selected text of a plan or document. */
export interface QuickLabel {
  /** The text on the button. */
  readonly label: string;
  /** The comment; default is the label. */
  readonly text?: string;
  /** Default `must`. */
  readonly kind?: CommentKind;
}

/** The default quick labels in English; pages show them in their own language. */
export const defaultQuickLabels: readonly QuickLabel[] = [
  { label: 'Why?', text: 'Why is this needed? Say so, or leave it out.', kind: 'question' },
  { label: 'Unclear', text: 'This is unclear. Say it in more detail.' },
  { label: 'Too much', text: 'This goes further than what was asked for. Leave it out.' },
  {
    label: 'Risky',
    text: 'This is risky. Say how it is tested and how it is undone.',
  },
  { label: 'Good', text: 'Good: keep this.', kind: 'keep' },
];
