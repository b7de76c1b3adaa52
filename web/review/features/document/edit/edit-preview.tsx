import { useEffect, useState, type MouseEvent } from 'react';
import type { Block } from '../../../../../shared/placement/blocks.ts';
import { editTexts } from '../../../../shell/texts/edit-texts.ts';
import { documentClient } from '../../../protocol/document-client.ts';
import { sanitize } from '../html/sanitize.ts';

interface EditPreviewProps {
  readonly file: string | undefined;
  readonly text: string;
}

/** The edited text, rendered by the server as the document would be. */
export const EditPreview = ({ file, text }: EditPreviewProps) => {
  const [known, setKnown] = useState<readonly Block[] | string>();
  useEffect(() => {
    const ending = new AbortController();
    const body = { text, ...(file === undefined ? {} : { file }) };
    void documentClient.call('previewSource', { body, signal: ending.signal }).then((answer) => {
      if (ending.signal.aborted) return;
      setKnown(answer.kind === 'ok' ? answer.value.blocks : answer.sentence);
    });
    return () => ending.abort();
  }, [file, text]);
  const words = editTexts();
  if (known === undefined) return <p role="status">{words.loading}</p>;
  if (typeof known === 'string') return <p role="alert">{known}</p>;
  return (
    // Links within the document lead nowhere here.
    // oxlint-disable-next-line click-events-have-key-events, no-noninteractive-element-interactions
    <div
      className="edit-preview"
      role="region"
      aria-label={words.preview}
      tabIndex={0}
      onClick={stayHere}
    >
      {known.map(({ id, kind, html }) => (
        <div className="block" data-kind={kind} key={id}>
          <div className="markdown" dangerouslySetInnerHTML={{ __html: sanitize(html) }} />
        </div>
      ))}
    </div>
  );
};

const stayHere = (event: MouseEvent): void => {
  if (event.target instanceof Element && event.target.closest('a[href^="#"]') !== null)
    event.preventDefault();
};
