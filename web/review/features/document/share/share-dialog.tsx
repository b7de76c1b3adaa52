import { useRef, useState } from 'react';
import { showPath } from '../../../../../shared/visible-text.ts';
import type { Answer } from '../../../../shell/api-client.ts';
import { Button } from '../../../../shell/button.tsx';
import { DialogFrame } from '../../../../shell/dialog-frame.tsx';
import { shareTexts } from '../../../../shell/texts/share-texts.ts';
import { usePage, useSelect } from '../../../ui/page.ts';
import { hasFrame } from '../frame/frame-shown.ts';
import { shareFile } from './share-file.ts';
import '../note/note.css';

type Progress = 'asking' | 'making' | Answer<string>;

/** Downloads the review as a file for colleagues, and says how their comments come back. */
export const ShareDialog = () => {
  const { store } = usePage();
  const primary = useRef<HTMLButtonElement>(null);
  const [progress, setProgress] = useState<Progress>('asking');
  const isHtml = useSelect(hasFrame);
  const words = shareTexts();
  const dismiss = () => store.dispatch({ type: 'panel/dialog', dialog: undefined });
  const share = async () => {
    if (progress === 'making') return;
    setProgress('making');
    setProgress(await shareFile(store.getState()));
  };
  const isSaved = typeof progress === 'object' && progress.kind === 'ok';
  return (
    <DialogFrame title={words.title} initialFocus={primary} onDismiss={dismiss}>
      <p className="dialog-note">{words.intro}</p>
      {isHtml && <p className="dialog-note">{words.asText}</p>}
      <p className="dialog-note">
        {words.reading} <code>galley import FILE.html</code>
      </p>
      <Outcome progress={progress} />
      <div className="dialog-actions">
        <Button onClick={dismiss}>{isSaved ? words.close : words.cancel}</Button>
        <Button ref={primary} tone="accent" onClick={() => void share()}>
          {isSaved ? words.again : words.download}
        </Button>
      </div>
    </DialogFrame>
  );
};

const Outcome = ({ progress }: { readonly progress: Progress }) => {
  const words = shareTexts();
  if (progress === 'asking') return null;
  if (progress === 'making') return <p role="status">{words.making}</p>;
  if (progress.kind !== 'ok')
    return (
      <p className="dialog-error" role="alert">
        {progress.sentence}
      </p>
    );
  return (
    <p role="status">
      {words.saved} <code className="note-path">{showPath(progress.value)}</code>
    </p>
  );
};
