import { isHtmlFile } from '../../../../../shared/frame/html-file.ts';
import type { State } from '../../../store/state.ts';

/** Whether what is shown is HTML that has a frame. */
export const hasFrame = ({ content: { document, file } }: Pick<State, 'content'>): boolean =>
  document?.frame !== undefined && (file === undefined || isHtmlFile(file));

/** Whether an HTML document is shown as it is. Of a page from elsewhere, the main text comes first. */
export const isFrameShown = (state: Pick<State, 'content' | 'panel'>): boolean =>
  hasFrame(state) &&
  state.content.notShown === undefined &&
  (state.content.document?.source.kind === 'url') === state.panel.isFrameSwitched;
