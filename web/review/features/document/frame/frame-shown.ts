import type { State } from '../../../store/state.ts';

/** Whether an HTML document is shown as it is. Of a page from elsewhere, the main text comes first. */
export const isFrameShown = ({
  content: { document },
  panel,
}: Pick<State, 'content' | 'panel'>): boolean =>
  document?.frame !== undefined && (document.source.kind === 'url') === panel.isFrameSwitched;
