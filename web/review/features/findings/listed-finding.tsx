import type { Annotation } from '../../../../shared/annotations/annotation.ts';
import { showHidden } from '../../../../shared/visible-text.ts';
import { texts } from '../../../shell/texts/texts.ts';
import { linesOf } from '../../store/comments/comment-place.ts';
import { usePage, useSelect } from '../../ui/page.ts';
import { FindingLine } from '../../ui/findings/finding-line.tsx';

interface ListedFindingProps {
  readonly finding: Annotation;
  /** Whether it is a place of the message above. */
  readonly isPlace: boolean;
}

/** A finding in the list, with the way to its place. */
export const ListedFinding = ({ finding, isPlace }: ListedFindingProps) => {
  const page = usePage();
  const isBelowFile = useSelect((state) => state.panel.findings.group === 'place') && !isPlace;
  const reveal = () => {
    page.store.dispatch({ type: 'selection/active', id: finding.id });
    page.viewer.current()?.reveal(finding);
  };
  const place = placeOf(finding);
  return (
    <FindingLine
      finding={finding}
      isPlace={isPlace}
      lead={isPlace ? (place ?? texts().findings.onWhole) : shortPlace(finding, isBelowFile)}
      onOpen={reveal}
    >
      {place !== undefined && (
        <button type="button" className="panel-place" onClick={reveal}>
          {place}
        </button>
      )}
    </FindingLine>
  );
};

/** What it is about, in words: the text, or the file and its lines. */
const placeOf = (finding: Annotation): string | undefined => {
  if (!('scope' in finding)) {
    const file = finding.filePath === undefined ? undefined : showHidden(finding.filePath);
    const phrase = finding.type === 'GLOBAL_COMMENT' ? undefined : finding.originalText;
    return file === undefined || phrase === undefined ? (file ?? phrase) : `${file}: ${phrase}`;
  }
  const { filePath, lineStart, lineEnd } = finding;
  return filePath === undefined ? undefined : linesOf(showHidden(filePath), lineStart, lineEnd);
};

/** Below the head of its file, its line; else the end of its path, too. The text of a document says nothing in short. */
const shortPlace = (finding: Annotation, isBelowFile: boolean): string | undefined => {
  if (!('scope' in finding)) return undefined;
  const { filePath = '', lineStart } = finding;
  if (isBelowFile) return lineStart === undefined ? undefined : String(lineStart);
  const name = filePath.slice(filePath.lastIndexOf('/') + 1);
  return name === '' ? undefined : linesOf(showHidden(name), lineStart);
};
