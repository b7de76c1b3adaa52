import type { CodeViewOptions } from '@pierre/diffs';
import { highlightedLines, highlightOptions } from '../../../../../shared/highlight-options.ts';
import type { DiffViewProps } from './diff-view-props.ts';
import { shadowStyles } from './shadow-styles.ts';

/** How the diff is shown. */
export type Display = Pick<DiffViewProps, 'layout' | 'wrapLines' | 'theme' | 'isReadOnly'>;

/** Heights in pixels that the styles keep to: the library computes positions from them. */
export const metrics = {
  lineHeight: 20,
  diffHeaderHeight: 36,
  hunkSeparatorHeight: 28,
  spacing: 8,
} as const;

/** How far beyond the viewport's edges lines are drawn. */
export const overscanPixels = 80;

type Callbacks = Pick<
  CodeViewOptions<undefined, undefined>,
  'onPostRender' | 'onGutterUtilityClick' | 'onLineSelectionEnd' | 'onLineEnter'
>;

/** The options of the library for a display. */
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
  // Else a click is lost in the moment after what was read has been kept in place.
  pointerEventsOnScroll: true,
  enableLineSelection: !isReadOnly,
  enableGutterUtility: !isReadOnly,
  itemMetrics: metrics,
  layout: { paddingTop: 0, paddingBottom: 8, gap: 0 },
  unsafeCSS: shadowStyles,
  // The header is put into its slot by React.
  renderCustomHeader: () => undefined,
  ...callbacks,
});
