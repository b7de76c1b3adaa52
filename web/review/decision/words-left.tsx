import { useState } from 'react';
import { copyText } from '../../common/clipboard.ts';
import { saveFile } from '../../common/save-file.ts';
import { Button } from '../../common/button.tsx';
import { texts } from '../../texts/texts.ts';
import { isEmpty, wordsOf } from '../server/words.ts';
import { usePage, useSelect } from '../page.ts';

/** What writes the words down, fetched behind the first paint: the server may be gone when it is needed. */
export const loadKeptWords = () => import('./kept-words.ts');

/** Ways to keep words that cannot be sent, or will not be. Nothing where there are none. */
export const WordsLeft = () => {
  const { store } = usePage();
  const hasNone = useSelect((state) => isEmpty(wordsOf(state)));
  const [copied, setCopied] = useState<boolean>();
  if (hasNone) return null;
  const text = async () => (await loadKeptWords()).wordsAsMarkdown(store.getState());
  const copy = async () => setCopied(await copyText(await text()));
  const save = async () => saveFile('review-comments.md', await text());
  const fail = () => setCopied(false);
  const words = texts().decision;
  const copyLabel = copied === undefined ? words.copy : copied ? words.copied : words.notCopied;
  return (
    <div className="words-left">
      <Button size="small" onClick={() => void copy().catch(fail)}>
        {copyLabel}
      </Button>
      <Button size="small" onClick={() => void save().catch(fail)}>
        {words.save}
      </Button>
    </div>
  );
};
