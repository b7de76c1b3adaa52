import type { Block } from '../../../../../shared/placement/blocks.ts';
import { Button } from '../../../../shell/button.tsx';
import { usePage } from '../../../ui/page.ts';
import './hidden-lines-note.css';
import { sourceTexts } from '../../../../shell/texts/source-texts.ts';

/** Number of source lines that a block does not show, with a button to open them. */
export const HiddenLinesNote = ({ block }: { readonly block: Block }) => {
  const { store } = usePage();
  const { unshownLines = [], file } = block;
  const count = unshownLines.reduce((sum, [first, last]) => sum + last - first + 1, 0);
  const line = unshownLines[0]?.[0] ?? block.startLine;
  return (
    <p className="hidden-lines-note">
      {sourceTexts().unshown(count)}
      <Button
        size="small"
        onClick={() => store.dispatch({ type: 'panel/source', place: { file, line } })}
      >
        {sourceTexts().show}
      </Button>
    </p>
  );
};
