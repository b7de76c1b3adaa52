import type { TextEdit } from '../../../../../shared/session/source.ts';
import { editTexts } from '../../../../shell/texts/edit-texts.ts';
import { noticeOf } from '../../../store/notices-slice.ts';
import type { Page } from '../../../ui/page.ts';
import { editOf, mergedEdit, outdateEdit, type KnownText } from './change-edit.ts';
import { mergedText, mergeTexts } from './merge-texts.ts';

/**
 * Merges unsaved edits with the texts as they are now. Those that touch the same lines are marked.
 * @param seen edits to leave as they are; it gets those that this makes
 */
export const updateEdits = async (page: Page, seen: WeakSet<TextEdit>): Promise<void> => {
  for (const edit of page.store.getState().draft.edits) {
    // Two windows are merged by the reviewer.
    if (edit.other !== undefined || seen.has(edit)) continue;
    const now = await textNow(page, edit);
    const { panel } = page.store.getState();
    // It was edited meanwhile, or is about to be.
    if (editOf(page.store.getState(), edit.file) !== edit || panel.dialog === 'edit') continue;
    if (now === undefined) continue;
    update(page, edit, now);
    seen.add(editOf(page.store.getState(), edit.file) ?? edit);
  }
};

/** Undefined if it is not known. */
const textNow = async (
  { client }: Page,
  { file }: TextEdit,
): Promise<KnownText | 'gone' | undefined> => {
  const answer = await client.call('getSource', { query: { file } });
  if (answer.kind === 'refused' && answer.code === 'not_found') return 'gone';
  if (answer.kind !== 'ok' || answer.value.hash === undefined) return undefined;
  const { name, text, hash } = answer.value;
  return { file, name, text, hash };
};

const update = (page: Page, edit: TextEdit, now: KnownText | 'gone'): void => {
  const { base, hash, text: mine, isOutdated = false } = edit;
  if (now !== 'gone' && now.hash === hash) {
    if (isOutdated) mergedEdit(page, now, mine);
    return;
  }
  const merged =
    now === 'gone' ? undefined : mergedText(mergeTexts({ base, mine, other: now.text }), new Map());
  if (now !== 'gone' && merged !== undefined) {
    mergedEdit(page, now, merged);
    page.store.dispatch(noticeOf(editTexts().mergedNow));
  } else if (!isOutdated) outdateEdit(page, edit);
};
