import { ArrowDown } from 'lucide';
import { memo, useCallback, useLayoutEffect, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { Drawing } from '../../../../shell/icon.tsx';
import { texts } from '../../../../shell/texts/texts.ts';
import { ImagePair } from '../images/image-pair.tsx';
import { LineThread } from '../threads/line-thread.tsx';
import type { FileActions } from './diff-view-props.ts';
import { FileHeader } from './file-header.tsx';
import { endPlace, slotName } from './file-state.ts';
import type { FileSlots as Slots, SlotStore } from './slot-store.ts';

interface SlotPortalsProps {
  readonly store: SlotStore;
  readonly actions: FileActions;
}

/** Renders headers, notices and threads into the library's slots. */
export const SlotPortals = memo(({ store, actions }: SlotPortalsProps) => {
  const files = useSyncExternalStore(store.subscribe, store.getSnapshot);
  return files.map((entry) =>
    createPortal(<FileSlots entry={entry} actions={actions} />, entry.element, entry.state.file.id),
  );
});

const FileSlots = memo(({ entry, actions }: { entry: Slots; actions: FileActions }) => {
  const { element, state, slots } = entry;
  const isPending = state.model.kind === 'pending';
  useLayoutEffect(() => {
    element.toggleAttribute('data-pending', isPending);
  }, [element, isPending]);
  const fileId = state.file.id;
  const toggleFold = useCallback(
    (key: string, isOpen: boolean) => actions.setFold(fileId, key, isOpen),
    [actions, fileId],
  );
  const fileSlot = slotName(state, { side: 'new', line: 0 });
  return (
    <>
      <div slot="header-custom">
        <FileHeader state={state} actions={actions} />
      </div>
      {slots.has(fileSlot) && (
        <div slot={fileSlot}>
          <FileNotices entry={entry} actions={actions} />
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
      <EndOfFile entry={entry} actions={actions} />
    </>
  );
});

/** The expander below the last line. A thread on that line comes first in the same slot. */
const EndOfFile = ({
  entry: { state, slots },
  actions,
}: {
  entry: Slots;
  actions: FileActions;
}) => {
  const end = endPlace(state);
  const slot = end === undefined ? undefined : slotName(state, end);
  if (slot === undefined || !slots.has(slot)) return null;
  return (
    <div slot={slot} className="diff-end">
      <button type="button" onClick={() => actions.expandBelow(state.file.id)}>
        <Drawing of={ArrowDown} size={14} />
        {texts().diff.context.below}
      </button>
    </div>
  );
};

const FileNotices = ({ entry, actions }: { entry: Slots; actions: FileActions }) => {
  const { state } = entry;
  return (
    <>
      {state.images.length > 0 && <ImagePair file={state.file} sides={state.images} />}
      {state.notices.map((notice) => (
        <p key={notice} className="diff-notice">
          {notice}
        </p>
      ))}
      {state.isDeferred && (
        <p className="diff-notice">
          {texts().diff.largeChange(state.file.additions + state.file.deletions)}
          <button type="button" className="diff-button" onClick={() => actions.show(state.file.id)}>
            {texts().diff.showIt}
          </button>
        </p>
      )}
      {state.failure !== undefined && (
        <p className="diff-notice diff-notice-failure">
          {state.failure}
          <button
            type="button"
            className="diff-button"
            onClick={() => actions.retry(state.file.id)}
          >
            {texts().diff.tryAgain}
          </button>
        </p>
      )}
    </>
  );
};
