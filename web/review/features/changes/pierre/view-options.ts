import type { CodeViewOptions } from '@pierre/diffs';
import { highlightedLines, highlightOptions } from '../../../../../shared/highlight-options.ts';
import type { DiffViewProps } from './diff-view-props.ts';
import { shadowStyles } from './shadow-styles.ts';

export type Display = Pick<DiffViewProps, 'layout' | 'wrapLines' | 'theme' | 'isReadOnly'>;

/** Heights in pixels, from which the library computes positions. The styles must match. */
export const metrics = {
  lineHeight: 20,
  diffHeaderHeight: 36,
  hunkSeparatorHeight: 28,
  spacing: 8,
} as const;

export const overscanPixels = 80;

type Callbacks = Pick<
  CodeViewOptions<undefined, undefined>,
  'onPostRender' | 'onGutterUtilityClick' | 'onLineSelectionEnd' | 'onLineEnter'
>;

export const viewOptions = (
  { layout, wrapLines, theme, isReadOnly }: Display,
  callbacks: Callbacks,
): CodeViewOptions<undefined, undefined> => ({
  ...highlightOptions,
  themeType: theme,
  diffStyle: layout,
  overflow: wrapLines ? 'wrap' : 'scroll',
  hunkSeparators: 'metadata',
  diffIndicators: 'classic',
  tokenizeMaxLength: highlightedLines,
  stickyHeaders: true,
  lineHoverHighlight: 'number',
  // Otherwise clicks are lost right after a scroll correction.
  pointerEventsOnScroll: true,
  enableLineSelection: !isReadOnly,
  enableGutterUtility: !isReadOnly,
  itemMetrics: metrics,
  layout: { paddingTop: 0, paddingBottom: 8, gap: 0 },
  unsafeCSS: shadowStyles,
  // React fills the header's slot.
  renderCustomHeader: () => undefined,
  ...callbacks,
});
