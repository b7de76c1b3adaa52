import { lazyPart } from '../../ui/lazy-part.tsx';
import { SelectionPopover } from './selection-popover.tsx';

const DocumentPrintout = lazyPart(
  () => import('./print/document-printout.tsx'),
  ({ DocumentPrintout }) => DocumentPrintout,
  { isUnasked: true },
);

/** What is beside the text of a document: actions for what is selected, and what is only printed. */
export const BesideText = () => (
  <>
    <SelectionPopover />
    <DocumentPrintout hasNotes />
  </>
);
