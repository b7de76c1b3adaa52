import { useState } from 'react';
import { copyText } from '../../common/clipboard.ts';
import { saveFile } from '../../common/save-file.ts';
import { Button } from '../../common/button.tsx';
import { isEmpty, wordsOf } from '../server/words.ts';
import { usePage, useSelect } from '../page.ts';
import { wordsAsMarkdown } from './kept-words.ts';

/** Ways to keep words that cannot be sent, or will not be. Nothing where there are none. */
export const WordsLeft = () => {
  const { store } = usePage();
  const hasNone = useSelect((state) => isEmpty(wordsOf(state)));
  const [copied, setCopied] = useState<boolean>();
  if (hasNone) return null;
  const text = () => wordsAsMarkdown(store.getState());
  const copyLabel =
    copied === undefined
      ? 'Copy all comments as markdown'
      : copied
        ? 'Copied'
        : 'Could not copy: save as file';
  return (
    <div className="words-left">
      <Button size="small" onClick={() => void copyText(text()).then(setCopied)}>
        {copyLabel}
      </Button>
      <Button size="small" onClick={() => saveFile('review-comments.md', text())}>
        Save as file
      </Button>
    </div>
  );
};
