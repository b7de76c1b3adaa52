import { useState } from 'react';
import { Button } from '../../shell/button.tsx';
import { copyText } from '../../shell/clipboard.ts';
import { importWithRetry } from '../../shell/import-with-retry.ts';
import { texts } from '../../shell/texts/texts.ts';
import { isEmpty, wordsOf } from '../protocol/words.ts';
import type { State } from '../store/state.ts';
import type { wordsAsMarkdown } from './kept-words.ts';
import { usePage, useSelect } from './page.ts';

let asMarkdown: typeof wordsAsMarkdown | undefined;

/** Fetches what writes the words down, behind the first paint: the server may be gone when it is needed. */
export const fetchKeptWords = async (): Promise<void> => {
  const part = await importWithRetry(() => import('./kept-words.ts')).catch(() => undefined);
  asMarkdown = part?.wordsAsMarkdown;
};

/** The words as an agent would read them; where that cannot be had, or the page has broken, as they are. */
const textOf = (state: State): string => {
  try {
    if (asMarkdown !== undefined) return asMarkdown(state);
  } catch {
    // What broke the page may break this, too.
  }
  const { feedback, comments, editors } = wordsOf(state);
  return `\`\`\`json\n${JSON.stringify({ feedback, comments, editors }, undefined, 2)}\n\`\`\`\n`;
};

/** Ways to keep words that cannot be sent, or will not be. Nothing where there are none. */
export const WordsLeft = () => {
  const { store } = usePage();
  const hasNone = useSelect((state) => isEmpty(wordsOf(state)));
  const [copied, setCopied] = useState<boolean>();
  if (hasNone) return null;
  const copy = async () => setCopied(await copyText(textOf(store.getState())));
  const save = () => saveFile('review-comments.md', textOf(store.getState()));
  const words = texts().decision;
  const copyLabel = copied === undefined ? words.copy : copied ? words.copied : words.notCopied;
  return (
    <div className="words-left">
      <Button size="small" onClick={() => void copy()}>
        {copyLabel}
      </Button>
      <Button size="small" onClick={save}>
        {words.save}
      </Button>
    </div>
  );
};

/** Lets the browser save a text as a file. */
const saveFile = (name: string, text: string): void => {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/markdown' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has taken the content by the time it has answered the click.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
};
