import { linksTexts } from '../../../../shell/texts/links-texts.ts';
import { noticeOf } from '../../../store/notices-slice.ts';
import type { Page } from '../../../ui/page.ts';

/** Opens the next file that the current block names, from the top. */
export const openHere = ({ store }: Page): void => {
  const { currentBlockId = '' } = store.getState().selection;
  const row = document.querySelector(`[data-block-row="${CSS.escape(currentBlockId)}"]`);
  const links = [...(row?.querySelectorAll<HTMLElement>('a[data-path]') ?? [])];
  const current = links.findIndex((link) => link === document.activeElement);
  const next = links[(current + 1) % links.length];
  if (next === undefined) store.dispatch(noticeOf(linksTexts().none));
  // The focus returns to it.
  next?.focus();
  next?.click();
};
