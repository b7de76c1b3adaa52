import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../shell/button.tsx';
import { decisionTexts } from '../../../shell/texts/decision-texts.ts';
import { usePage, useSelect, useShortcut, type Page } from '../../ui/page.ts';
import type { HeldDecision } from '../../store/session-slice.ts';
import { releaseDecision, undoDecision } from './undo-decision.ts';

/** Countdown during which a decision can be undone. */
export const UndoOffer = ({ held }: { readonly held: HeldDecision }) => {
  const page = usePage();
  const error = useSelect(({ session }) => session.decideError);
  const seconds = useSecondsLeft(held.endsAtMs);
  const isOver = seconds === 0;
  // The server releases it by itself, and reports that unless it is gone.
  useEffect(() => {
    if (!isOver) return undefined;
    const timer = setTimeout(() => void releaseDecision(page), reportedWithinMs);
    return () => clearTimeout(timer);
  }, [page, isOver]);
  const words = decisionTexts();
  return (
    <>
      <ToldOnce>{words.canUndo(seconds)}</ToldOnce>
      <p aria-hidden="true" className="countdown">
        {isOver ? words.sendingNow : words.sentIn(seconds)}
      </p>
      {error !== undefined && <p role="alert">{error}</p>}
      <div className="held-actions">
        <HeldButton id="decide.undo" act={undoDecision} hasFocus>
          {words.undo}
        </HeldButton>
        <HeldButton id="decide.send-now" act={releaseDecision}>
          {words.sendNow}
        </HeldButton>
      </div>
    </>
  );
};

const reportedWithinMs = 1500;

/** Screen readers announce only changes to an existing live region. */
const toldAfterMs = 100;

/** Announced once, not every second. */
const ToldOnce = ({ children }: { readonly children: string }) => {
  const [first] = useState(children);
  const [told, setTold] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setTold(first), toldAfterMs);
    return () => clearTimeout(timer);
  }, [first]);
  return (
    <p role="status" className="visually-hidden">
      {told}
    </p>
  );
};

interface HeldButtonProps {
  /** The command that does the same. */
  readonly id: 'decide.undo' | 'decide.send-now';
  readonly act: (page: Page) => Promise<void>;
  readonly hasFocus?: boolean;
  readonly children: string;
}

const HeldButton = ({ id, act, hasFocus = false, children }: HeldButtonProps) => {
  const page = usePage();
  const button = useRef<HTMLButtonElement>(null);
  const key = useShortcut(id);
  useEffect(() => {
    if (hasFocus) button.current?.focus();
  }, [hasFocus]);
  return (
    <Button
      ref={button}
      tone={hasFocus ? 'default' : 'plain'}
      {...(key === undefined ? {} : { title: key })}
      onClick={() => void act(page)}
    >
      {children}
    </Button>
  );
};

/** Rounded, to allow for latency; zero only when it is over. */
const leftUntil = (endsAtMs: number): number => {
  const leftMs = endsAtMs - performance.now();
  return leftMs <= 0 ? 0 : Math.max(1, Math.round(leftMs / 1000));
};

/** Whole seconds until a time of `performance.now`. */
const useSecondsLeft = (endsAtMs: number): number => {
  const [seconds, setSeconds] = useState(() => leftUntil(endsAtMs));
  useEffect(() => {
    const timer = setInterval(() => setSeconds(leftUntil(endsAtMs)), 200);
    return () => clearInterval(timer);
  }, [endsAtMs]);
  return seconds;
};
