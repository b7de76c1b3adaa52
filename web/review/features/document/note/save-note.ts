import type { NoteBody, NoteSaved } from '../../../../../shared/session/note.ts';
import type { Answer } from '../../../../shell/api-client.ts';
import { documentClient } from '../../../protocol/document-client.ts';
import { answerWithinMs } from '../../../protocol/refresh.ts';
import { commentsToSend } from '../../../store/comments/comments-to-send.ts';
import type { State } from '../../../store/state.ts';

/** Whether the reviewer has written something that a note can contain. */
export const hasComments = (state: State): boolean =>
  commentsToSend(state).length + state.draft.edits.length > 0 || state.draft.feedback.trim() !== '';

/** Saves what is shown as a note; of documents that are opened one by one, the one that is shown. */
export const saveNote = (state: State, withComments: boolean): Promise<Answer<NoteSaved>> => {
  const { file } = state.content;
  const body: NoteBody = {
    ...(file === undefined ? {} : { file }),
    ...(withComments ? written(state) : {}),
  };
  return documentClient.call('saveNote', { body, answerWithinMs });
};

const written = (state: State): NoteBody => {
  const feedback = state.draft.feedback.trim();
  return {
    annotations: [...commentsToSend(state)],
    ...(feedback === '' ? {} : { feedback }),
    edits: [...state.draft.edits],
  };
};
