import type { SourceConflict, TextEdit } from '../../../../../shared/session/source.ts';
import { editTexts } from '../../../../shell/texts/edit-texts.ts';
import { answerWithinMs } from '../../../protocol/refresh.ts';
import { noticeOf } from '../../../store/notices-slice.ts';
import type { State, WithStore } from '../../../store/state.ts';
import { documentClient } from '../../../protocol/document-client.ts';
import type { Page } from '../../../ui/page.ts';

/** A text as it is in a file, or where it came from. */
export interface KnownText {
  readonly file: string | undefined;
  /** Empty if it has none. */
  readonly name: string;
  readonly text: string;
  readonly hash: string;
}

/** The unsaved edit of a text. */
export const editOf = ({ draft }: State, file: string | undefined): TextEdit | undefined =>
  draft.edits.find((edit) => edit.file === file);

const put = ({ store }: WithStore, file: string | undefined, edit: TextEdit | undefined): void => {
  const others = store.getState().draft.edits.filter((one) => one.file !== file);
  store.dispatch({ type: 'draft/edits', edits: edit === undefined ? others : [...others, edit] });
};

/** The reviewer has typed. A text that is what it was is no edit. */
export const changeEdit = (
  page: WithStore,
  { file, text: read, hash }: KnownText,
  text: string,
): void => {
  const { base = read, ...edit } = editOf(page.store.getState(), file) ?? {};
  put(page, file, text === base ? undefined : { ...named(file), hash, base, ...edit, text });
};

const named = (file: string | undefined) => (file === undefined ? {} : { file });

/** The reviewer has merged the edit with what is known now. */
export const mergedEdit = (
  page: WithStore,
  { file, text: base, hash }: KnownText,
  text: string,
): void => put(page, file, text === base ? undefined : { ...named(file), hash, base, text });

/** The edit is of a text that has changed in the same lines, or is gone. */
export const outdateEdit = (page: WithStore, edit: TextEdit): void =>
  put(page, edit.file, { ...edit, isOutdated: true });

/** Drops an edit. @returns a way to restore it */
export const discardEdit = (page: WithStore, file: string | undefined): (() => void) => {
  const edit = editOf(page.store.getState(), file);
  put(page, file, undefined);
  return () => put(page, file, edit);
};

type Saved =
  | { readonly kind: 'saved' | 'nothing' }
  | { readonly kind: 'conflict'; readonly disk: SourceConflict['disk'] }
  | { readonly kind: 'failed'; readonly sentence: string };

/** Saves an edit to its file, and shows that as the next version. */
export const saveEdit = async (page: Page, file: string | undefined): Promise<Saved> => {
  const { store, viewer } = page;
  const edit = editOf(store.getState(), file);
  if (edit === undefined) return { kind: 'nothing' };
  const { hash, text } = edit;
  const body = { ...named(file), hash, text };
  const answer = await documentClient.call('saveSource', { body, answerWithinMs });
  if (answer.kind === 'ok') {
    // What was typed meanwhile is an edit of what is saved.
    const now = editOf(store.getState(), file);
    if (now !== undefined)
      mergedEdit(page, { file, name: '', text, hash: answer.value.hash }, now.text);
    store.dispatch(noticeOf(editTexts().saved));
    await viewer
      .current()
      ?.refresh()
      .catch(() => undefined);
    return { kind: 'saved' };
  }
  if (answer.kind === 'refused' && answer.code === 'content_changed')
    return { kind: 'conflict', disk: (answer.body as SourceConflict).disk };
  return { kind: 'failed', sentence: answer.sentence };
};
