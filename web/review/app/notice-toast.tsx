import { useEffect } from 'react';
import { Button } from '../../shell/button.tsx';
import { texts } from '../../shell/texts/texts.ts';
import { commandOf, usePage, useSelect, useShortcut } from '../ui/page.ts';

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
      notices?.changeId !== undefined && notices.changeId === history.past.at(-1)?.id,
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
              {...(key === undefined ? {} : { title: key })}
              onClick={() => commandOf(page, 'comment.undo')?.run(page)}
            >
              {texts().frame.undo}
            </Button>
          )}
        </div>
      )}
    </div>
  );
};
