import { frameFactKinds, type FrameDocument } from '../../../../../shared/frame/frame-tree.ts';
import { Button } from '../../../../shell/button.tsx';
import { frameTexts } from '../../../../shell/texts/frame-texts.ts';
import { useCommand, useKeyTitle, usePage, useSelect } from '../../../ui/page.ts';
import { isFrameShown } from './frame-shown.ts';
import type { Said } from './use-frame.ts';
import './frame.css';

interface FrameFactsProps {
  readonly document: FrameDocument;
  readonly said: Said;
}

/** What a person should know that does not see it on the page. */
export const FrameFacts = ({ document, said: { hidden, isDrawn } }: FrameFactsProps) => {
  const { facts, title, isMapped } = document;
  const words = frameTexts();
  const parts = frameFactKinds.flatMap((kind) => {
    const count = facts[kind] ?? 0;
    return count === 0 ? [] : [words.facts[kind](count)];
  });
  if (hidden > 0) parts.unshift(words.hidden(hidden));
  return (
    <p className="frame-facts" role="status">
      {!isMapped && `${words.onlyRead} `}
      {title !== '' && `${words.title(title)} · `}
      {parts.length > 0 ? words.missing(parts.join(', ')) : isDrawn && words.complete}
    </p>
  );
};

/** Shown above the text of an HTML document. */
export const FrameBar = () => {
  const isFetched = useSelect(({ content }) => content.document?.source.kind === 'url');
  return (
    <div className="frame-bar">
      <p className="frame-facts">{isFetched && frameTexts().mainText}</p>
      <SwitchButtons />
    </div>
  );
};

interface PickButtonProps {
  readonly isOn: boolean;
  readonly onPick: (isOn: boolean) => void;
}

/** While it is on, a click selects a whole element. */
export const PickButton = ({ isOn, onPick }: PickButtonProps) => (
  <Button size="small" tone="plain" aria-pressed={isOn} onClick={() => onPick(!isOn)}>
    {frameTexts().pick}
  </Button>
);

/** Between the page, its text and its source. */
export const SwitchButtons = () => {
  const isFrame = useSelect(isFrameShown);
  const words = frameTexts();
  return (
    <>
      <CommandButton id="view.frame" label={isFrame ? words.showText : words.showPage} />
      <CommandButton id="view.source" label={words.showSource} />
    </>
  );
};

interface CommandButtonProps {
  readonly id: 'view.frame' | 'view.source';
  readonly label: string;
}

const CommandButton = ({ id, label }: CommandButtonProps) => {
  const page = usePage();
  const command = useCommand(id);
  return (
    <Button
      size="small"
      tone="plain"
      title={useKeyTitle(label, id)}
      onClick={() => command?.run(page)}
    >
      {label}
    </Button>
  );
};

interface LinkBarProps {
  readonly address: string;
  readonly onDismiss: () => void;
}

/** A link is opened only by a second click, outside of the frame, with its address in view. */
export const LinkBar = ({ address, onDismiss }: LinkBarProps) => {
  const words = frameTexts();
  const isOpenable = /^(?:https?:\/\/|mailto:)/iu.test(address);
  return (
    <div className="frame-link" role="status">
      <span>{words.link(address)}</span>
      {isOpenable && (
        <a href={address} target="_blank" rel="noopener noreferrer">
          {words.open}
        </a>
      )}
      <Button size="small" tone="plain" onClick={onDismiss}>
        {words.dismiss}
      </Button>
    </div>
  );
};
