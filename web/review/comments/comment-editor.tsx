import { useEffect, useRef } from 'react';
import { Button } from '../../common/button.tsx';
import { isMac } from '../../common/platform.ts';
import { showKey } from '../../common/keys.ts';
import { usePage, useSelect } from '../page.ts';
import { hasWords, type Editor, type ReviewKind } from '../store/editors-slice.ts';
import { cancelEditor, saveEditor } from './comment-actions.ts';
import './comments.css';

const textAtMost = 65_536;

interface CommentEditorProps {
  readonly editor: Editor;
  /** What it is about, where the editor does not stand beside it. */
  readonly quote?: string;
}

/** Where a comment is written. Its text lives in the store, so that it is kept while it is typed. */
export const CommentEditor = ({ editor, quote = '' }: CommentEditorProps) => {
  const page = usePage();
  const { key, text, target } = editor;
  const focusedKey = useSelect((state) => state.selection.focusedEditor);
  const isReview = useSelect((state) => state.session.info?.mode === 'review');
  const field = useRef<HTMLTextAreaElement>(null);
  const isWanted = focusedKey === key;
  useEffect(() => {
    if (isWanted && document.activeElement !== field.current) field.current?.focus();
  }, [isWanted]);
  return (
    <div
      className="comment-editor"
      onFocus={() => page.store.dispatch({ type: 'selection/editor', key })}
      onBlur={() => page.store.dispatch({ type: 'selection/editor', key: undefined })}
    >
      {quote !== '' && <p className="card-quote">{quote}</p>}
      <textarea
        ref={field}
        className="text-field"
        aria-label={target.kind === 'whole' ? 'Comment on the whole' : 'Comment'}
        placeholder={target.kind === 'whole' ? 'Comment on the whole …' : 'Comment …'}
        rows={3}
        maxLength={textAtMost}
        value={text}
        onChange={({ currentTarget }) =>
          page.store.dispatch({
            type: 'editors/changed',
            key,
            change: { text: currentTarget.value },
          })
        }
      />
      {editor.suggestedCode !== undefined && <SuggestionField editor={editor} />}
      <div className="comment-editor-actions">
        {isReview && <ReviewOptions editor={editor} />}
        <span className="spacer" />
        <Button size="small" tone="plain" onClick={() => cancelEditor(page, key)}>
          Cancel
        </Button>
        <Button
          size="small"
          tone="accent"
          title={showKey('Mod+Enter', isMac)}
          disabled={!hasWords(editor)}
          onClick={() => saveEditor(page, key)}
        >
          {target.kind === 'comment' ? 'Save' : 'Add comment'}
        </Button>
      </div>
    </div>
  );
};

const SuggestionField = ({ editor }: { readonly editor: Editor }) => {
  const { store } = usePage();
  return (
    <textarea
      className="text-field text-field-code"
      aria-label="Suggested code"
      rows={3}
      maxLength={textAtMost}
      spellCheck={false}
      value={editor.suggestedCode}
      onChange={({ currentTarget }) =>
        store.dispatch({
          type: 'editors/changed',
          key: editor.key,
          change: { suggestedCode: currentTarget.value },
        })
      }
    />
  );
};

const kinds: readonly { readonly kind: ReviewKind; readonly label: string }[] = [
  { kind: 'comment', label: 'Comment' },
  { kind: 'suggestion', label: 'Suggestion' },
  { kind: 'concern', label: 'Concern' },
];

const ReviewOptions = ({ editor }: { readonly editor: Editor }) => {
  const { store } = usePage();
  const { key, reviewKind, suggestedCode, target } = editor;
  const change = (change: Partial<Editor>) =>
    store.dispatch({ type: 'editors/changed', key, change });
  const original = target.kind === 'lines' ? target.originalCode : undefined;
  return (
    <>
      <select
        className="select"
        aria-label="Kind"
        value={reviewKind}
        onChange={({ currentTarget }) => change({ reviewKind: currentTarget.value as ReviewKind })}
      >
        {kinds.map(({ kind, label }) => (
          <option key={kind} value={kind}>
            {label}
          </option>
        ))}
      </select>
      {original !== undefined && original !== '' && suggestedCode === undefined && (
        <Button
          size="small"
          onClick={() => change({ suggestedCode: original, reviewKind: 'suggestion' })}
        >
          Suggest code
        </Button>
      )}
    </>
  );
};
