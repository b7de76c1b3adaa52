import { Popover } from '@base-ui/react/popover';
import { useRef, useState, type ComponentProps } from 'react';
import { commentsToSend } from '../../store/comments/comments-to-send.ts';
import { usePage, useSelect } from '../../ui/page.ts';
import { decisionButtonId } from './decision-button.tsx';
import { FeedbackPreview, usePreview } from './feedback-preview.tsx';
import { VerdictForm } from './verdict-form.tsx';
import { QuietButton } from '../../../shell/button.tsx';
import { decisionTexts } from '../../../shell/texts/decision-texts.ts';
import { WordsLeft } from '../../ui/words-left.tsx';
import { StepTitle, DecisionError, SubmitButton } from './step-parts.tsx';
import './decision-popover.css';

const decisionButton = (): Element | null => document.querySelector(`#${decisionButtonId}`);

/** Initial focus: the selected option. */
const firstIn = (place: HTMLElement | null): HTMLElement | null =>
  place?.querySelector<HTMLElement>('[data-first], input:checked') ?? null;

const focusFirst = (place: HTMLElement | null): void =>
  firstIn(place)?.focus({ preventScroll: true });

type OnOpenChange = NonNullable<ComponentProps<typeof Popover.Root>['onOpenChange']>;

/** Whether an event targets an element or moves the focus there. */
const concerns = (event: Event, element: Element | null): boolean =>
  [event.target, event instanceof FocusEvent ? event.relatedTarget : null].some(
    (place) => place instanceof Node && element?.contains(place) === true,
  );

/** The popover at the submit button, or a bottom sheet on phones; open while mounted. */
export const DecisionPopover = () => {
  const { store } = usePage();
  const step = useSelect(({ decision }) => decision.step);
  const popup = useRef<HTMLDivElement>(null);
  const preview = usePreview();
  const [before] = useState(() => document.activeElement);
  const onOpenChange: OnOpenChange = (isOpen, { event, cancel }) => {
    if (isOpen) return;
    // The button handles a second press itself.
    if (concerns(event, decisionButton())) cancel();
    else store.dispatch({ type: 'panel/dialog', dialog: undefined });
  };
  return (
    <Popover.Root open onOpenChange={onOpenChange}>
      <Popover.Portal>
        <Popover.Backdrop className="decision-backdrop" />
        <Popover.Positioner
          className="decision-place"
          anchor={decisionButton}
          align="end"
          sideOffset={6}
        >
          <Popover.Popup
            ref={popup}
            className="decision"
            data-step={step}
            initialFocus={() => firstIn(popup.current)}
            finalFocus={() => (before instanceof HTMLElement ? before : true)}
          >
            <div key={step} ref={focusFirst} className="decision-step">
              {step === 'choice' && <VerdictForm preview={preview} />}
              {step === 'preview' && <FeedbackPreview preview={preview} />}
              {step === 'close' && <CloseQuestion />}
            </div>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
};

/** Confirmation to close without feedback, if text would be lost. */
const CloseQuestion = () => {
  const { store } = usePage();
  const comments = useSelect((state) => commentsToSend(state).length);
  const hasFailed = useSelect(({ session }) => session.decideError !== undefined);
  const words = decisionTexts();
  return (
    <>
      <StepTitle>{words.closeTitle}</StepTitle>
      <p className="dialog-note">{words.lost(comments)}</p>
      {hasFailed ? <DecisionError /> : <WordsLeft />}
      <div className="decision-foot">
        <QuietButton
          data-first=""
          onClick={() => store.dispatch({ type: 'decision/step', step: 'choice' })}
        >
          {words.back}
        </QuietButton>
        <SubmitButton>{words.closeConfirm}</SubmitButton>
      </div>
    </>
  );
};
