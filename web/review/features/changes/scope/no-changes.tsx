import { showHidden } from '../../../../../shared/visible-text.ts';
import { Button } from '../../../../shell/button.tsx';
import { diffTexts } from '../../../../shell/texts/diff-texts.ts';
import { scopeTexts } from '../../../../shell/texts/scope-texts.ts';
import { commandOf, usePage, useSelect } from '../../../ui/page.ts';

/** What is compared does not differ: says so, and leads on. */
export const NoChanges = () => {
  const page = usePage();
  const description = useSelect(({ content }) => content.diff?.description ?? '');
  const command = commandOf(page, 'view.scope');
  const canChoose = useSelect((state) => command?.canRun(state) === true);
  return (
    <div className="diff-empty" role="status">
      <p>{diffTexts().noDifference(showHidden(description))}</p>
      {canChoose && <Button onClick={() => command?.run(page)}>{scopeTexts().title}…</Button>}
    </div>
  );
};
