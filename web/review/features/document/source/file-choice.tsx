import { useMemo } from 'react';
import { showPath } from '../../../../../shared/visible-text.ts';
import { sourceTexts } from '../../../../shell/texts/source-texts.ts';
import { blocksOf } from '../../../store/content-slice.ts';
import { useSelect } from '../../../ui/page.ts';

interface FileChoiceProps {
  readonly file: string | undefined;
  readonly onChoose: (file: string) => void;
}

/** Which of several documents a dialog is about: a choice of those on the page; nothing if there is only one. */
export const FileChoice = ({ file, onChoose }: FileChoiceProps) => {
  const blocks = useSelect((state) => blocksOf(state.content));
  const files = useMemo(() => [...new Set(blocks.flatMap((block) => block.file ?? []))], [blocks]);
  if (files.length < 2)
    return file === undefined ? null : <p className="source-file">{showPath(file)}</p>;
  return (
    <label className="source-file">
      {sourceTexts().file}
      <select value={file} onChange={({ target }) => onChoose(target.value)}>
        {files.map((name) => (
          <option key={name} value={name}>
            {showPath(name)}
          </option>
        ))}
      </select>
    </label>
  );
};
