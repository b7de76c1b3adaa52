import type { TextEdit } from '../../../../../shared/session/source.ts';
import { showPath } from '../../../../../shared/visible-text.ts';
import { QuietButton } from '../../../../shell/button.tsx';
import { editTexts } from '../../../../shell/texts/edit-texts.ts';
import { usePage, useSelect } from '../../../ui/page.ts';
import { openDocument } from '../documents/open-document.ts';
import './unsaved-edits.css';

/** The edits that are in no file, above the outline: they go to the agent, whichever document is shown. */
export const UnsavedEdits = () => {
  const edits = useSelect(({ draft }) => draft.edits);
  return (
    <ul className="unsaved-edits" aria-label={editTexts().unsaved}>
      {edits.map((edit) => (
        <UnsavedEdit key={edit.file ?? ''} edit={edit} />
      ))}
    </ul>
  );
};

const UnsavedEdit = ({ edit: { file, isOutdated } }: { readonly edit: TextEdit }) => {
  const page = usePage();
  const title = useSelect(({ session }) => session.info?.title ?? '');
  const shown = useSelect(({ content }) => content.file);
  const words = editTexts();
  const edit = () => page.store.dispatch({ type: 'panel/dialog', dialog: 'edit' });
  const open = () =>
    file === undefined || shown === undefined ? edit() : void openDocument(page, file, edit);
  return (
    <li data-outdated={isOutdated}>
      <QuietButton onClick={open}>{words.unsavedOf(showPath(file ?? title))}</QuietButton>
      {isOutdated === true && <p role="alert">{words.outdated}</p>}
    </li>
  );
};
