import { useEffect, useRef, useState } from 'react';
import type { ChangedFile } from '../../../../../shared/placement/manifest.ts';
import type { StagingAction } from '../../../../../shared/session/staging-action.ts';
import type { ProjectChange, SelectedLines } from '../../../../../shared/session/staging.ts';
import { showPath } from '../../../../../shared/visible-text.ts';
import { Button, QuietButton } from '../../../../shell/button.tsx';
import { DialogFrame } from '../../../../shell/dialog-frame.tsx';
import { stagingTexts } from '../../../../shell/texts/staging-texts.ts';
import { usePage, useSelect, type Page, type SelectedPart } from '../../../ui/page.ts';
import { showChanges, undoChanges } from '../../../ui/project-changes.ts';
import { actionsOn, partsOf, type StagingPart } from './staging-parts.ts';

import './staging.css';

/** Stages, unstages or discards the current file, one of its hunks, or its selected lines. */
export const StagingDialog = () => {
  const page = usePage();
  const diff = useSelect(({ content }) => content.diff);
  const isHidden = useSelect(({ content }) => content.whitespace === 'hide');
  // As it was when the dialog was opened.
  const [target] = useState(() => page.viewer.current()?.selected?.());
  const cancel = useRef<HTMLButtonElement>(null);
  const dismiss = () => page.store.dispatch({ type: 'panel/dialog', dialog: undefined });
  const current = useSelect(({ selection }) => selection.currentFileId);
  const file = diff?.files.find(({ id }) => id === current);
  const words = stagingTexts();
  const actions = file === undefined ? [] : actionsOn(file, diff?.staging);
  return (
    <DialogFrame
      title={words.title(file === undefined ? '' : showPath(file.path))}
      initialFocus={cancel}
      onDismiss={dismiss}
    >
      {file === undefined || actions.length === 0 ? (
        <p>{words.nothing}</p>
      ) : (
        <Choice
          file={file}
          selected={
            target !== undefined && target.fileId === current && !isHidden
              ? target
              : nothingSelected
          }
          isHidden={isHidden}
          actions={actions}
          onDone={dismiss}
        />
      )}
      <Recent onDone={dismiss} />
      <div className="dialog-actions">
        <Button ref={cancel} onClick={dismiss}>
          {words.close}
        </Button>
      </div>
    </DialogFrame>
  );
};

const nothingSelected: ChoiceProps['selected'] = { lines: [] };

interface ChoiceProps {
  readonly file: ChangedFile;
  readonly selected: Omit<SelectedPart, 'fileId'>;
  readonly isHidden: boolean;
  readonly actions: readonly StagingAction[];
  readonly onDone: () => void;
}

const Choice = ({ file, selected, isHidden, actions, onDone }: ChoiceProps) => {
  const page = usePage();
  const known = partsOf(isHidden ? { ...file, hunks: [] } : file, selected);
  const [chosen, setChosen] = useState(known.meant);
  const [isSure, setSure] = useState<boolean>();
  const [refusal, setRefusal] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const words = stagingTexts();
  const run = async (action: StagingAction) => {
    setBusy(true);
    setRefusal(await stage(page, { action, file, part: known.parts[chosen] }, onDone));
    setBusy(false);
    setSure(undefined);
  };
  if (isSure === false)
    return (
      <div role="group" aria-label={words.discard} className="staging-sure">
        <p>{words.sure(showPath(file.path), linesInWords(linesShown(known.parts[chosen])))}</p>
        <Button tone="negative" disabled={isBusy} onClick={() => void run('discard')}>
          {words.discard}
        </Button>
        <Button onClick={() => setSure(undefined)}>{words.back}</Button>
      </div>
    );
  return (
    <>
      <fieldset className="staging-parts">
        {known.parts.map((part, index) => (
          // The order of parts never changes.
          // oxlint-disable-next-line react/no-array-index-key
          <label key={index}>
            <input
              type="radio"
              name="staging-part"
              checked={index === chosen}
              onChange={() => setChosen(index)}
            />
            {partInWords(part)}
          </label>
        ))}
      </fieldset>
      {isHidden && <p className="dialog-note">{words.hidden}</p>}
      {refusal !== undefined && (
        <p role="alert" className="dialog-error">
          {words.refused(refusal)}
        </p>
      )}
      <div className="staging-actions">
        {actions.map((action) => (
          <Button
            key={action}
            disabled={isBusy}
            onClick={() => (action === 'discard' ? setSure(false) : void run(action))}
          >
            {words.actions[action]}
          </Button>
        ))}
      </div>
    </>
  );
};

const partInWords = (part: StagingPart): string => {
  const words = stagingTexts();
  if (part.kind === 'whole') return words.whole;
  const lines = linesInWords(linesShown(part));
  return part.kind === 'selected' ? words.selected(lines) : words.hunk(lines);
};

/** The lines that tell a part from others; of a hunk, those of one side do. */
const linesShown = ({ kind, lines = [] }: Partial<StagingPart> = {}): readonly SelectedLines[] =>
  kind === 'hunk' ? lines.slice(-1) : lines;

const linesInWords = (lines: readonly SelectedLines[]): string => {
  const { lines: range, old } = stagingTexts();
  return lines
    .map(({ side, first, last }) => (side === 'old' ? old(range(first, last)) : range(first, last)))
    .join(', ');
};

interface Wanted {
  readonly action: StagingAction;
  readonly file: ChangedFile;
  readonly part: StagingPart | undefined;
}

/** Runs an action, then shows the change as it is now. @returns why it was refused */
const stage = async (
  page: Page,
  { action, file: { id, path }, part }: Wanted,
  onDone: () => void,
): Promise<string | undefined> => {
  const { diff } = page.store.getState().content;
  const lines = part?.lines;
  const answer = await page.client.call('stageChange', {
    body: {
      action,
      version: diff?.version ?? 1,
      id,
      path,
      ...(lines === undefined ? {} : { lines: [...lines] }),
    },
  });
  if (answer.kind !== 'ok') return answer.sentence;
  onDone();
  const words = stagingTexts();
  const text = words.made(
    words.done[action],
    showPath(path),
    linesInWords(part?.kind === 'whole' ? [] : (lines ?? [])),
  );
  await showChanges(page, text, [answer.value]);
  return undefined;
};

const maxRecent = 5;

/** What can still be undone, in this review or an earlier one. */
const Recent = ({ onDone }: { readonly onDone: () => void }) => {
  const page = usePage();
  const [changes, setChanges] = useState<readonly ProjectChange[]>([]);
  useEffect(() => {
    const ending = new AbortController();
    void page.client.call('listProjectChanges', { signal: ending.signal }).then((answer) => {
      if (!ending.signal.aborted && answer.kind === 'ok') setChanges(answer.value.changes);
    });
    return () => ending.abort();
  }, [page]);
  const words = stagingTexts();
  if (changes.length === 0) return null;
  return (
    <section className="staging-recent" aria-label={words.recent}>
      <h3>{words.recent}</h3>
      <ul>
        {changes.slice(0, maxRecent).map((change) => (
          <li key={change.id}>
            <span>
              {words.made(
                words.done[change.action],
                showPath(change.path),
                linesInWords(change.lines ?? []),
              )}
            </span>
            <QuietButton
              onClick={() => {
                onDone();
                void undoChanges(page, [change]);
              }}
            >
              {words.undo}
            </QuietButton>
          </li>
        ))}
      </ul>
    </section>
  );
};
