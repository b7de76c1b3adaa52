import { useState } from 'react';
import { copyText } from '../../common/clipboard.ts';
import { saveFile } from '../../common/save-file.ts';
import { Button } from '../../common/button.tsx';
import { texts } from '../../texts/texts.ts';
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
  const words = texts().decision;
  const copyLabel = copied === undefined ? words.copy : copied ? words.copied : words.notCopied;
  return (
    <div className="words-left">
      <Button size="small" onClick={() => void copyText(text()).then(setCopied)}>
        {copyLabel}
      </Button>
      <Button size="small" onClick={() => saveFile('review-comments.md', text())}>
        {words.save}
      </Button>
    </div>
  );
};
