import { useEffect, useState } from 'react';
import { languageOf } from '../../../../../shared/file-language.ts';
import { showPath } from '../../../../../shared/visible-text.ts';
import { linksTexts } from '../../../../shell/texts/links-texts.ts';
import { usePage, type CodeNode, type FilePlace } from '../../../ui/page.ts';
import { SourceLines } from '../source/source-lines.tsx';

interface FileTextProps {
  readonly place: FilePlace;
  readonly text: string;
}

/** A file with its line numbers, at the lines that are meant. */
export const FileText = ({ place, text }: FileTextProps) => {
  const { filePath, lineStart, lineEnd = lineStart } = place;
  const colours = useColours(filePath, text);
  return (
    <SourceLines
      key={filePath}
      label={linksTexts().file(showPath(filePath))}
      text={text}
      line={lineStart ?? 1}
      meant={lineStart === undefined || lineEnd === undefined ? undefined : [lineStart, lineEnd]}
      colours={colours}
    />
  );
};

/** Highlighting more would keep the highlighter busy for too long. */
const maxColoured = 512 * 1024;

/** The highlighted lines of a file; undefined until they are there, or if there are none. */
const useColours = (path: string, text: string): readonly (CodeNode | undefined)[] | undefined => {
  const { highlight } = usePage();
  const [coloured, setColoured] = useState<{
    readonly text: string;
    readonly lines: readonly (CodeNode | undefined)[];
  }>();
  const language = languageOf(path);
  useEffect(() => {
    if (language === 'text' || text.length > maxColoured) return undefined;
    let isGone = false;
    highlight(text, language).then(
      (lines) => {
        if (!isGone) setColoured({ text, lines });
      },
      // Plain code is readable.
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, [highlight, text, language]);
  return coloured?.text === text ? coloured.lines : undefined;
};
