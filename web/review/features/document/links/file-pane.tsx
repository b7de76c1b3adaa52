import { useEffect, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { showPath } from '../../../../../shared/visible-text.ts';
import { QuietButton } from '../../../../shell/button.tsx';
import { Icon } from '../../../../shell/icon.tsx';
import { filesTexts } from '../../../../shell/texts/files-texts.ts';
import { linksTexts } from '../../../../shell/texts/links-texts.ts';
import type { FilePlace } from '../../../ui/page.ts';
import { FileDocument } from './file-document.tsx';
import { FileText } from './file-text.tsx';
import { useFile } from './use-file.ts';
import './file-pane.css';

interface FilePaneProps {
  /** The last one is shown. */
  readonly opened: readonly FilePlace[];
  readonly open: (place: FilePlace) => void;
  readonly show: (opened: readonly FilePlace[]) => void;
}

/** A file of the project beside the text that names it. */
export const FilePane = (props: FilePaneProps) => {
  const place = props.opened.at(-1);
  const frame = document.querySelector('.frame');
  if (place === undefined || frame === null) return null;
  // Beside the scroller of the text, and not in it.
  return createPortal(<Pane {...props} place={place} />, frame);
};

const Pane = ({ opened, open, show, place }: FilePaneProps & { readonly place: FilePlace }) => {
  const { filePath, lineStart, lineEnd = lineStart } = place;
  const words = linksTexts();
  const section = useRef<HTMLElement>(null);
  useFocusBack();
  useEffect(() => {
    const { current } = section;
    if (current?.contains(document.activeElement) === false) current.focus({ preventScroll: true });
    // It may have been opened again from the text.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [place]);
  return (
    // Escape closes it, unless something in it takes the key.
    // oxlint-disable-next-line no-noninteractive-element-interactions
    <section
      ref={section}
      className="file-pane"
      aria-label={words.file(showPath(filePath))}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) show([]);
      }}
    >
      <div className="file-pane-head">
        {opened.length > 1 && (
          <QuietButton onClick={() => show(opened.slice(0, -1))}>{words.back}</QuietButton>
        )}
        <span className="file-pane-path" title={showPath(filePath)}>
          <bdi>{showPath(filePath)}</bdi>
        </span>
        <span className="file-pane-lines">
          {lineStart !== undefined && lineEnd !== undefined && words.lines(lineStart, lineEnd)}
        </span>
        <QuietButton label={words.close} icon={<Icon name="close" />} onClick={() => show([])} />
      </div>
      <Content place={place} open={open} />
    </section>
  );
};

/** The focus returns to where it was when the pane was opened. */
const useFocusBack = (): void =>
  useLayoutEffect(() => {
    const before = document.activeElement;
    return () => {
      if (before instanceof HTMLElement && before.isConnected)
        before.focus({ preventScroll: true });
    };
  }, []);

interface ContentProps extends Pick<FilePaneProps, 'open'> {
  readonly place: FilePlace;
}

const Content = ({ place, open }: ContentProps) => {
  const answer = useFile(place.filePath);
  const words = filesTexts();
  if (answer === undefined) return <Note role="status" text={linksTexts().loading} />;
  if (answer.kind !== 'ok') return <Note role="alert" text={answer.sentence} />;
  const { kind, text = '', blocks = [] } = answer.value;
  if (kind === 'document' && blocks.length > 0)
    return <FileDocument place={place} blocks={blocks} open={open} />;
  if (kind === 'text' && text !== '') return <FileText place={place} text={text} />;
  const isEmpty = kind === 'document' || kind === 'text';
  return <Note role="note" text={isEmpty ? words.empty : words[kind]} />;
};

interface NoteProps {
  readonly role: 'status' | 'alert' | 'note';
  readonly text: string;
}

const Note = ({ role, text }: NoteProps) => (
  <p role={role} className="file-pane-note">
    {text}
  </p>
);
