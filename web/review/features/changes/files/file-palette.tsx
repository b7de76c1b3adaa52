import { useMemo, useState } from 'react';
import { showPath } from '../../../../../shared/visible-text.ts';
import { SoughtPalette } from '../../../../shell/commands/palette.tsx';
import { commandTitles } from '../../../../shell/texts/command-texts.ts';
import { filesTexts } from '../../../../shell/texts/files-texts.ts';
import { scopeTexts } from '../../../../shell/texts/scope-texts.ts';
import { diffTexts } from '../../../../shell/texts/diff-texts.ts';
import { usePage } from '../../../ui/page.ts';
import { pathParts } from '../../../ui/path-parts.ts';
import { useChangedFiles } from '../viewed/viewed-progress.tsx';
import { useFiles } from './use-files.ts';

/** Finds a file of the project by its path, changed or not. */
export const FilePalette = () => {
  const { store, viewer } = usePage();
  const [query, setQuery] = useState('');
  const { paths, total, error } = useFiles(query.trim());
  const changes = useChangedFiles();
  const statuses = useMemo(
    () => new Map(changes.map((file) => [file.path, file.status])),
    [changes],
  );
  const diff = diffTexts();
  const none = error ?? (total === undefined ? scopeTexts().loading : diff.noFileMatches);
  const left = total === undefined ? 0 : total - paths.length;
  const entries = paths.map((path) => {
    const [folder, name] = pathParts(showPath(path));
    const status = statuses.get(path);
    const notes = [folder, status === undefined ? '' : diff.status[status]].filter(Boolean);
    return { id: path, title: name, keys: [], note: notes.join(' · ') };
  });
  return (
    <SoughtPalette
      entries={entries}
      query={query}
      words={{ title: commandTitles()['file.open'], placeholder: filesTexts().find, none }}
      {...(left > 0 ? { foot: filesTexts().more(left) } : {})}
      onQuery={setQuery}
      onClose={() => store.dispatch({ type: 'panel/dialog', dialog: undefined })}
      onRun={({ id }) => viewer.current()?.openPath?.({ filePath: id })}
    />
  );
};
