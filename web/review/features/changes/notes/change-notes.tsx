import type { ReactNode } from 'react';
import type { RepositoryNote } from '../../../../../shared/placement/repository-note.ts';
import { showHidden, showPath } from '../../../../../shared/visible-text.ts';
import { Icon } from '../../../../shell/icon.tsx';
import { diffTexts } from '../../../../shell/texts/diff-texts.ts';
import { notesTexts } from '../../../../shell/texts/notes-texts.ts';
import { useSelect } from '../../../ui/page.ts';
import { unknownLinesNotice } from './unknown-lines.ts';
import './change-notes.css';

/** Says above the code what the reviewer would take for something else: of the patch, and of its repository. */
export const ChangeNotes = () => {
  const { unknownLines, notes = [] } = useSelect(({ content }) => content.diff) ?? {};
  return (
    <div className="change-notes">
      {unknownLines !== undefined && <Note>{unknownLinesNotice(unknownLines)}</Note>}
      {notes.map((note) => (
        <Note key={[note.repository, note.kind, note.name].join('\0')}>
          <AboutRepository note={note} />
        </Note>
      ))}
    </div>
  );
};

const Note = ({ children }: { readonly children: ReactNode }) => (
  <p role="note">
    <Icon name="warning" />
    <span>{children}</span>
  </p>
);

/** More are only counted. */
const maxItems = 20;

const AboutRepository = ({ note }: { readonly note: RepositoryNote }) => {
  const { kind, name = '', items, repository } = note;
  const { [kind]: sentence } = notesTexts();
  const rest = items.length - maxItems;
  return (
    <>
      {repository !== undefined && `${showPath(repository)}: `}
      {sentence(showHidden(name))}
      {items.slice(0, maxItems).map((item, index) => (
        <span key={item}>
          {index > 0 && ','} <code>{showPath(item)}</code>
        </span>
      ))}
      {rest > 0 && `, ${diffTexts().moreLines(rest)}`}
    </>
  );
};
