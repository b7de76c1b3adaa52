import { ArrowDown } from 'lucide';
import { memo, useCallback, useLayoutEffect, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { Drawing } from '../../../../shell/icon.tsx';
import { diffTexts } from '../../../../shell/texts/diff-texts.ts';
import { texts } from '../../../../shell/texts/texts.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { LineThread } from '../threads/line-thread.tsx';
import type { DiffViewer } from './diff-viewer.ts';
import { FileHeader } from './file-header.tsx';
import { endPlace, slotName } from './library-item.ts';
import type { FileSlots as Slots } from './rendered-files.ts';

const ImagePair = lazyPart(
  () => import('../images/image-pair.tsx'),
  ({ ImagePair }) => ImagePair,
  { isUnasked: true },
);

/** Renders headers, notices and threads into the library's slots. */
export const SlotPortals = memo(({ viewer }: { readonly viewer: DiffViewer }) => {
  const files = useSyncExternalStore(viewer.slots.subscribe, viewer.slots.getSnapshot);
  return files.map((entry) =>
    createPortal(<FileSlots entry={entry} viewer={viewer} />, entry.element, entry.state.file.id),
  );
});

interface FileSlotsProps {
  readonly entry: Slots;
  readonly viewer: DiffViewer;
}

const FileSlots = memo(({ entry, viewer }: FileSlotsProps) => {
  const { element, state, slots } = entry;
  const isPending = state.model.kind === 'pending';
  useLayoutEffect(() => {
    element.toggleAttribute('data-pending', isPending);
  }, [element, isPending]);
  const fileId = state.file.id;
  const toggleFold = useCallback(
    (key: string, isOpen: boolean) => viewer.setFold(fileId, key, isOpen),
    [viewer, fileId],
  );
  const fileSlot = slotName(state, { side: 'new', line: 0 });
  return (
    <>
      <div slot="header-custom">
        <FileHeader state={state} viewer={viewer} />
      </div>
      {slots.has(fileSlot) && (
        <div slot={fileSlot}>
          <FileNotices entry={entry} viewer={viewer} />
        </div>
      )}
      {[...state.threads.values()].map((thread) => {
        const slot = slotName(state, thread);
        // Keep editors mounted while their lines are out of view, so that no text is lost.
        const isMounted = slots.has(slot) || thread.editors.length > 0;
        if (!isMounted) return undefined;
        return (
          <div key={thread.key} slot={slot}>
            <LineThread
              thread={thread}
              open={state.openFolds.get(thread.key)}
              onToggle={toggleFold}
            />
          </div>
        );
      })}
      <EndOfFile entry={entry} viewer={viewer} />
    </>
  );
});

/** The expander below the last line. A thread on that line comes first in the same slot. */
const EndOfFile = ({ entry: { state, slots }, viewer }: FileSlotsProps) => {
  const end = endPlace(state);
  const slot = end === undefined ? undefined : slotName(state, end);
  const folded = state.folded?.rows.get('end');
  if (slot === undefined || !slots.has(slot)) return null;
  return (
    <div slot={slot} className="diff-end">
      <button
        type="button"
        onClick={
          folded?.show ?? (() => viewer.expand(state.file.id, { above: 'end', step: 'down' }))
        }
      >
        <Drawing of={ArrowDown} size={14} />
        {folded?.label ?? diffTexts().context.below}
      </button>
    </div>
  );
};

const FileNotices = ({ entry: { state }, viewer }: FileSlotsProps) => {
  const folded = state.folded?.rows.get('file');
  return (
    <>
      {folded !== undefined && (
        <div className="diff-end">
          <button type="button" onClick={folded.show}>
            {folded.label}
          </button>
        </div>
      )}
      {state.images.length > 0 && <ImagePair file={state.file} sides={state.images} />}
      {state.notices.map((notice) => (
        <p key={notice} className="diff-notice">
          {notice}
        </p>
      ))}
      {state.isDeferred && (
        <p className="diff-notice">
          {diffTexts().largeChange(state.file.additions + state.file.deletions)}
          <button type="button" className="diff-button" onClick={() => viewer.show(state.file.id)}>
            {diffTexts().showIt}
          </button>
        </p>
      )}
      {state.failure !== undefined && (
        <p className="diff-notice diff-notice-failure">
          {state.failure}
          <button
            type="button"
            className="diff-button"
            onClick={() => viewer.patches.retry(state.file.id)}
          >
            {texts().frame.tryAgain}
          </button>
        </p>
      )}
    </>
  );
};
