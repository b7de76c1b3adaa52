import { Symbols } from './navigation/symbols.tsx';
import type { DiffViewer } from './pierre/diff-viewer.ts';
import { Printout } from './print/printout.tsx';

/** What is beside the code of a change: where symbols lead, and what is only printed. */
export const BesideCode = ({ viewer }: { readonly viewer: DiffViewer | undefined }) => (
  <>
    <Symbols />
    <Printout viewer={viewer} />
  </>
);
