import type { ShareBody } from '../../../../../shared/session/share.ts';
import { sharedFileName, sharedTitle } from '../../../../../shared/sharing/shared-page.ts';
import { downloadFile } from '../../../../shell/download-file.ts';
import type { Answer } from '../../../../shell/api-client.ts';
import { documentClient } from '../../../protocol/document-client.ts';
import { answerWithinMs } from '../../../protocol/refresh.ts';
import { commentsToSend } from '../../../store/comments/comments-to-send.ts';
import type { State } from '../../../store/state.ts';

/** Downloads what is shown as a file for colleagues. @returns its name */
export const shareFile = async (state: State): Promise<Answer<string>> => {
  const { file, document } = state.content;
  const body: ShareBody = {
    annotations: [...commentsToSend(state)],
    dismissed: [...state.annotations.dismissedIds],
    ...(file === undefined ? {} : { file }),
  };
  const answer = await documentClient.call('shareReview', { body, answerWithinMs });
  if (answer.kind !== 'ok') return answer;
  const name = sharedFileName(sharedTitle(document?.title ?? '', file));
  downloadFile(name, answer.value, 'text/html');
  return { ...answer, value: name };
};
