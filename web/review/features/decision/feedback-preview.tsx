import { useState } from 'react';
import { Button } from '../../../shell/button.tsx';
import { copyText } from '../../../shell/clipboard.ts';
import { texts } from '../../../shell/texts/texts.ts';
import { usePage } from '../../ui/page.ts';
import { DecisionError, StepTitle, SubmitButton } from './step-parts.tsx';
import type { Preview } from './use-preview.ts';
import './agent-text.css';

/** The exact feedback text for the agent. */
export const FeedbackPreview = ({ preview }: { readonly preview: Preview }) => {
  const { store } = usePage();
  const words = texts().decision;
  return (
    <>
      <StepTitle>{words.previewTitle}</StepTitle>
      <PreviewText preview={preview} />
      <DecisionError />
      <div className="decision-foot">
        <Button
          size="small"
          tone="plain"
          onClick={() => store.dispatch({ type: 'decision/step', step: 'choice' })}
        >
          {words.back}
        </Button>
        {preview?.kind === 'ok' && <CopyButton text={preview.value.text} />}
        <span className="spacer" />
        <SubmitButton>{words.submit}</SubmitButton>
      </div>
    </>
  );
};

const PreviewText = ({ preview }: { readonly preview: Preview }) => {
  const words = texts().decision;
  if (preview?.kind === 'ok')
    return (
      <pre
        className="agent-text"
        tabIndex={0}
        data-first=""
        aria-label={words.previewTitle}
        role="region"
      >
        {preview.value.text}
      </pre>
    );
  return (
    <p className="dialog-note" role="status" tabIndex={-1} data-first="">
      {preview === undefined ? words.previewLoading : words.noPreview(preview.sentence)}
    </p>
  );
};

const CopyButton = ({ text }: { readonly text: string }) => {
  const [isCopied, setCopied] = useState<boolean>();
  const words = texts().decision;
  const label =
    isCopied === undefined ? words.copyText : isCopied ? words.copied : words.notCopiedText;
  return (
    <Button size="small" tone="plain" onClick={() => void copyText(text).then(setCopied)}>
      {label}
    </Button>
  );
};
