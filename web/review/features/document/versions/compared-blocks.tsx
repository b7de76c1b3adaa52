import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { ComparedBlock } from '../../../../../shared/session/versions.ts';
import { QuietButton } from '../../../../shell/button.tsx';
import { versionsTexts } from '../../../../shell/texts/versions-texts.ts';
import { sanitize } from '../html/sanitize.ts';
import { foldedRuns, type Run } from './folded-runs.ts';
import { markAll, markWords } from './mark-words.ts';
import '../../../../shell/document-text.css';

/** Two versions as rendered: what was removed is struck through, what was added underlined. */
export const ComparedBlocks = ({ blocks }: { readonly blocks: readonly ComparedBlock[] }) => {
  const runs = useMemo(
    () => foldedRuns(blocks, ({ state }) => state !== 'same', { around: 2, least: 4 }),
    [blocks],
  );
  return runs.map((run) => <BlockRun key={run.first} run={run} />);
};

const BlockRun = ({ run }: { readonly run: Run<ComparedBlock> }) => {
  const [isOpen, setOpen] = useState(!run.isFolded);
  if (!isOpen)
    return (
      <QuietButton onClick={() => setOpen(true)}>
        {versionsTexts().unchanged(run.items.length)}
      </QuietButton>
    );
  return run.items.map((block, index) => (
    // They never move.
    // oxlint-disable-next-line react/no-array-index-key
    <Compared key={index} block={block} />
  ));
};

const Compared = ({ block }: { readonly block: ComparedBlock }) => {
  const element = useRef<HTMLDivElement>(null);
  const { state, parts } = block;
  const html = useMemo(() => ({ __html: sanitize(block.html) }), [block.html]);
  const isMarkup = state === 'changed' && parts?.every(({ kind }) => kind === 'same') === true;
  useLayoutEffect(() => {
    const { current } = element;
    if (current === null) return;
    // Once: a comparison never changes.
    if (state === 'new') markAll(current, 'added');
    else if (state === 'gone') markAll(current, 'removed');
    else if (parts !== undefined) markWords(current, parts);
  }, [state, parts]);
  return (
    <div
      className="compared-block"
      data-state={state}
      {...(state === 'same' ? {} : { 'data-change': '', tabIndex: -1 })}
    >
      <div ref={element} className="markdown" dangerouslySetInnerHTML={html} />
      {isMarkup && <p className="dialog-note">{versionsTexts().onlyMarkup}</p>}
    </div>
  );
};
