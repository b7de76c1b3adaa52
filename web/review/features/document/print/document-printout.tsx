import { useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import type { Annotation } from '../../../../../shared/annotations/annotation.ts';
import type { Comment } from '../../../../../shared/annotations/comment.ts';
import { showPath } from '../../../../../shared/visible-text.ts';
import { printTexts } from '../../../../shell/texts/print-texts.ts';
import { blockOf, rangesOf } from '../../../store/comments/passage.ts';
import { writtenComments } from '../../../store/comments/written-comments.ts';
import { blocksOf } from '../../../store/content-slice.ts';
import type { State } from '../../../store/state.ts';
import { useSelect } from '../../../ui/page.ts';
import { PrintedRest, PrintedThread, type Printed } from '../../../ui/print/printed-thread.tsx';
import { usePrinting } from '../../../ui/print/printing.ts';
import './document-printout.css';

/** What is said of a block or item, below it. */
export const PrintedNotes = ({ notes }: { readonly notes: Printed }) =>
  usePrinting() ? <PrintedThread thread={notes} /> : null;

interface DocumentPrintoutProps {
  /** Whether the blocks have their comments and findings below them. */
  readonly hasNotes: boolean;
}

/** What a plan or document has only in print: what is said of the whole, and what is not printed. */
export const DocumentPrintout = (props: DocumentPrintoutProps) =>
  usePrinting() ? <ShownPrintout {...props} /> : null;

const ShownPrintout = ({ hasNotes }: DocumentPrintoutProps) => {
  const state = useSelect((now) => now);
  const { file } = state.content;
  const { rest, notes } = printTexts();
  return (
    <>
      {file !== undefined && <OtherDocuments state={state} file={file} />}
      <PrintedRest
        title={hasNotes ? rest : notes}
        others={[...(hasNotes ? [printedInPlace(state)] : []), ofOtherDocuments(state)]}
      />
    </>
  );
};

interface OtherDocumentsProps {
  readonly state: State;
  /** The one that is printed. */
  readonly file: string;
}

const printedAbout = (): HTMLElement => {
  const element = document.createElement('p');
  element.className = 'printed-about';
  return element;
};

/** Says above the text which of many documents it is, and how many others have something that is not printed. */
const OtherDocuments = ({ state, file }: OtherDocumentsProps) => {
  const [place] = useState(printedAbout);
  useLayoutEffect(() => {
    document.querySelector('.content')?.prepend(place);
    return () => place.remove();
  }, [place]);
  const { comments, findings } = ofOtherDocuments(state);
  const files = new Set([...comments, ...findings, ...writtenComments(state)].map(fileOf));
  files.delete(file);
  files.delete(undefined);
  return createPortal(printTexts().oneDocument(showPath(file), files.size), place);
};

const printedInPlace = ({ content, comments, annotations, editors }: State): Printed => {
  const blocks = blocksOf(content);
  return {
    comments: comments.filter(
      (comment) => !('scope' in comment) && blockOf(comment, blocks) !== undefined,
    ),
    findings: blocks.flatMap(({ id }) => annotations.byBlock.get(id) ?? []),
    editors: editors.filter(
      ({ target }) => target.kind === 'passage' && rangesOf(target.passage, blocks).length > 0,
    ),
  };
};

const ofOtherDocuments = ({
  content: { file },
  comments,
  annotations,
  editors,
}: State): Printed => {
  const isOfOther = (name: string | undefined) =>
    file !== undefined && name !== undefined && name !== file;
  return {
    comments: comments.filter((comment) => isOfOther(fileOf(comment))),
    findings: [...annotations.byId.values()].filter((finding) => isOfOther(fileOf(finding))),
    editors: editors.filter(
      ({ target }) => target.kind === 'passage' && isOfOther(target.passage.file),
    ),
  };
};

const fileOf = (item: Comment | Annotation): string | undefined =>
  'file' in item ? item.file : 'filePath' in item ? item.filePath : undefined;
