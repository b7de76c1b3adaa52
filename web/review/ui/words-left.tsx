import { useState } from 'react';
import { Button } from '../../shell/button.tsx';
import { copyText } from '../../shell/clipboard.ts';
import { importWithRetry } from '../../shell/import-module.ts';
import { texts } from '../../shell/texts/texts.ts';
import { isEmpty, wordsOf } from '../protocol/words.ts';
import type { State } from '../store/state.ts';
import type { wordsAsMarkdown } from './kept-words.ts';
import { usePage, useSelect } from './page.ts';

let asMarkdown: typeof wordsAsMarkdown | undefined;

/** Preloads the markdown export after first paint, since the server may be gone when it is needed. */
export const fetchKeptWords = async (): Promise<void> => {
  const part = await importWithRetry(() => import('./kept-words.ts')).catch(() => undefined);
  asMarkdown = part?.wordsAsMarkdown;
};

/** Unsent text as feedback markdown, or as JSON if that fails. */
const textOf = (state: State): string => {
  try {
    if (asMarkdown !== undefined) return asMarkdown(state);
  } catch {
    // The error that broke the page may break this too.
  }
  const { feedback, comments, editors, edits } = wordsOf(state);
  return `\`\`\`json\n${JSON.stringify({ feedback, comments, editors, edits }, undefined, 2)}\n\`\`\`\n`;
};

/** Offers to copy or save text that cannot be sent; empty if there is none. */
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

const saveFile = (name: string, text: string): void => {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/markdown' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The download has started long before.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
};
