import {
  Bell,
  BellOff,
  Check,
  ChevronDown,
  ChevronUp,
  CircleMinus,
  CircleQuestionMark,
  Columns2,
  Contrast,
  Ellipsis,
  MessageSquare,
  PanelLeft,
  PanelRight,
  Pencil,
  Plus,
  Rows2,
  Search,
  Send,
  Space,
  TextWrap,
  Trash,
  TriangleAlert,
  X,
  type IconNode,
} from 'lucide';
import { createElement } from 'react';

/** Lucide icons by meaning. */
const nodes = {
  approve: Check,
  caret: ChevronDown,
  close: X,
  comment: MessageSquare,
  delete: Trash,
  deny: CircleMinus,
  edit: Pencil,
  finding: TriangleAlert,
  help: CircleQuestionMark,
  more: Ellipsis,
  notify: Bell,
  outline: PanelLeft,
  panel: PanelRight,
  plus: Plus,
  quiet: BellOff,
  search: Search,
  send: Send,
  split: Columns2,
  theme: Contrast,
  unified: Rows2,
  up: ChevronUp,
  warning: TriangleAlert,
  whitespace: Space,
  wrap: TextWrap,
} as const;

export type IconName = keyof typeof nodes;

/** A decorative icon in the text colour. */
export const Icon = ({ name, size = 16 }: { readonly name: IconName; readonly size?: number }) => (
  <Drawing of={nodes[name]} size={size} />
);

/** The same for an icon outside of the common set, bundled with its user. */
export const Drawing = ({ of, size = 16 }: { readonly of: IconNode; readonly size?: number }) => (
  <svg
    aria-hidden="true"
    focusable="false"
    width={size}
    height={size}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.75"
    strokeLinecap="round"
    strokeLinejoin="round"
  >
    {of.map(([shape, attributes], index) =>
      // oxlint-disable-next-line react/no-array-index-key -- a drawing never changes
      createElement(shape, { key: index, ...attributes }),
    )}
  </svg>
);
