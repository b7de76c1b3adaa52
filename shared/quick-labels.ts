import type { CommentKind } from './annotations/comment-kinds.ts';

/** A comment that is made by one press on selected text of a plan or document. */
export interface QuickLabel {
  /** As the button shows it. */
  readonly label: string;
  /** The comment; the label where absent. */
  readonly text?: string;
  /** `must` where absent. */
  readonly kind?: CommentKind;
}

/** Those that are there where the settings name none; a page has them in its own language. */
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
