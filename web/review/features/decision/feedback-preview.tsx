import { useEffect, useState } from 'react';
import type { PreviewAnswer } from '../../../../shared/session/decision.ts';
import type { Answer } from '../../../shell/api-client.ts';
import { QuietButton } from '../../../shell/button.tsx';
import { copyText } from '../../../shell/clipboard.ts';
import { decisionTexts } from '../../../shell/texts/decision-texts.ts';
import { texts } from '../../../shell/texts/texts.ts';
import type { State } from '../../store/state.ts';
import { usePage, type Page } from '../../ui/page.ts';
import { previewBody } from './decide.ts';
import { DecisionError, StepTitle, SubmitButton } from './step-parts.tsx';
import { verdictNow } from './verdict.ts';
import './agent-text.css';

/** The server's preview of the feedback text; undefined while loading. */
export type Preview = Answer<PreviewAnswer> | undefined;

/** Debounce, since findings may arrive by the hundred. */
const pauseMs = 200;

/** Loads the preview, and reloads it when its inputs change. */
export const usePreview = (): Preview => {
  const page = usePage();
  const [preview, setPreview] = useState<Preview>();
  useEffect(() => followText(page, setPreview), [page]);
  return preview;
};

/** @returns a cleanup function */
const followText = (
  { store, client }: Page,
  onPreview: (preview: Preview) => void,
): (() => void) => {
  let asked: State | undefined;
  let closing = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const ask = async ({ signal }: AbortController) => {
    // The port may be another session's by now, which must not receive the text.
    const now = await client.call('getSession', { signal });
    const state = store.getState();
    const body = () => previewBody(state, verdictNow(state));
    const answer =
      now.kind !== 'ok'
        ? now
        : now.value.id === state.session.info?.id
          ? await client.call('previewDecision', { body: body(), signal })
          : ({ kind: 'unreachable', sentence: decisionTexts().serverGone } as const);
    if (!signal.aborted) onPreview(answer);
  };
  const stop = () => {
    clearTimeout(timer);
    closing.abort();
  };
  const look = () => {
    const state = store.getState();
    if (asked !== undefined && isSameText(asked, state)) return;
    stop();
    closing = new AbortController();
    timer = setTimeout(() => void ask(closing), asked === undefined ? 0 : pauseMs);
    asked = state;
  };
  look();
  const unsubscribe = store.subscribe(look);
  return () => {
    unsubscribe();
    stop();
  };
};

/** Ignores the note: it is edited in another step, after which the preview reloads anyway. */
const isSameText = (a: State, b: State): boolean =>
  a.decision === b.decision &&
  a.comments === b.comments &&
  a.editors === b.editors &&
  a.draft.edits === b.draft.edits &&
  a.annotations.byId === b.annotations.byId;

/** The exact feedback text for the agent. */
export const FeedbackPreview = ({ preview }: { readonly preview: Preview }) => {
  const { store } = usePage();
  const words = decisionTexts();
  return (
    <>
      <StepTitle>{words.previewTitle}</StepTitle>
      <PreviewText preview={preview} />
      <DecisionError />
      <div className="decision-foot">
        <QuietButton onClick={() => store.dispatch({ type: 'decision/step', step: 'choice' })}>
          {words.back}
        </QuietButton>
        {preview?.kind === 'ok' && <CopyButton text={preview.value.text} />}
        <span className="spacer" />
        <SubmitButton>{words.submit}</SubmitButton>
      </div>
    </>
  );
};

const PreviewText = ({ preview }: { readonly preview: Preview }) => {
  const words = decisionTexts();
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
  const words = decisionTexts();
  const label =
    isCopied === undefined
      ? words.copyText
      : isCopied
        ? texts().decision.copied
        : words.notCopiedText;
  return <QuietButton onClick={() => void copyText(text).then(setCopied)}>{label}</QuietButton>;
};
