import { useEffect } from 'react';
import { Button } from '../../shell/button.tsx';
import { texts } from '../../shell/texts/texts.ts';
import { commandOf, usePage, useSelect, useShortcut } from '../ui/page.ts';
import { lazyPart } from '../ui/lazy-part.tsx';

const DecisionPopover = lazyPart(
  () => import('../features/decision/decision-parts.ts'),
  ({ DecisionPopover }) => DecisionPopover,
);
const Palette = lazyPart(
  () => import('./frame-parts.ts'),
  ({ Palette }) => Palette,
);
const OtherDialog = lazyPart(
  () => import('./frame-parts.ts'),
  ({ OtherDialog }) => OtherDialog,
);

/** The open dialog. Those that the user types in are preloaded after first paint. */
export const Dialogs = () => {
  const dialog = useSelect((state) => state.panel.dialog);
  useEffect(() => {
    void DecisionPopover.preloadBehind();
    void Palette.preloadBehind();
    void OtherDialog.preloadBehind();
  }, []);
  if (dialog === undefined) return null;
  if (dialog === 'palette') return <Palette />;
  return dialog === 'decide' ? <DecisionPopover /> : <OtherDialog dialog={dialog} />;
};

/** Long enough to read it and to press Undo. */
const shownMs = 8000;

/** The current notice, with Undo if possible. */
export const NoticeToast = () => {
  const page = usePage();
  const notice = useSelect((state) => state.notices);
  useEffect(() => {
    if (notice === undefined) return undefined;
    const timer = setTimeout(
      () => page.store.dispatch({ type: 'notices/gone', id: notice.id }),
      shownMs,
    );
    return () => clearTimeout(timer);
  }, [page, notice]);
  const canUndo = useSelect(
    ({ notices, history }) =>
      notices?.undo !== undefined ||
      (notices?.changeId !== undefined && notices.changeId === history.past.at(-1)?.id),
  );
  const key = useShortcut('comment.undo');
  return (
    <div className="toast-place" role="status">
      {notice !== undefined && (
        <div className="toast">
          <p>{notice.text}</p>
          {canUndo && (
            <Button
              size="small"
              tone="link"
              title={notice.undo === undefined ? key : undefined}
              onClick={notice.undo ?? (() => commandOf(page, 'comment.undo')?.run(page))}
            >
              {texts().frame.undo}
            </Button>
          )}
        </div>
      )}
    </div>
  );
};
