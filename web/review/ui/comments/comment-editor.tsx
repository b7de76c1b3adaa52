import { useEffect, useRef, type FocusEvent } from 'react';
import { Button, QuietButton } from '../../../shell/button.tsx';
import { showKey } from '../../../shell/keys.ts';
import { isMac } from '../../../shell/platform.ts';
import { texts } from '../../../shell/texts/texts.ts';
import { useCan, usePage, useSelect } from '../page.ts';
import { hasWords, replacementOf, type Editor } from '../../store/editors-slice.ts';
import { cancelEditor, saveEditor } from '../../store/comments/comment-actions.ts';
import { Attachments } from './lazy-attachments.tsx';
import { Suggestion } from './lazy-suggestion.tsx';
import { EditorLineNote, LostNote } from './line-note.tsx';
import { isDeletionMark, maxTextLength, kindChange } from '../../store/comments/new-comment.ts';
import { commentKinds } from '../../../../shared/annotations/comment-kinds.ts';
import './comments.css';

interface CommentEditorProps {
  readonly editor: Editor;
  /** The target, if the editor is not beside it. */
  readonly quote?: string;
}

/** Edits a comment. The text is in the store, so that it is saved while typing. */
export const CommentEditor = ({ editor, quote = '' }: CommentEditorProps) => {
  const { store } = usePage();
  const { key, text, target } = editor;
  const { box, field } = useEditorFocus(key);
  const isWhole = target.kind === 'whole';
  // Preload, since the server may be gone when this becomes a suggestion.
  useEffect(() => {
    void Suggestion.preload();
  }, []);
  const words = texts().comments;
  return (
    <div
      ref={box}
      className="comment-editor"
      onFocus={() => store.dispatch({ type: 'selection/editor', key })}
      onBlur={(event) => {
        if (hasLeft(event)) store.dispatch({ type: 'selection/editor', key: undefined });
      }}
    >
      {quote === '' ? <EditorLineNote target={target} /> : <p className="card-quote">{quote}</p>}
      {target.kind === 'passage' && <LostNote of={target.passage} />}
      <textarea
        ref={field}
        className="text-field"
        dir="auto"
        aria-label={isWhole ? words.wholeField : words.field}
        placeholder={isWhole ? words.wholePlaceholder : words.placeholder}
        rows={3}
        maxLength={maxTextLength}
        value={text}
        onChange={({ currentTarget }) =>
          store.dispatch({ type: 'editors/changed', key, change: { text: currentTarget.value } })
        }
      />
      <SuggestionField editor={editor} />
      <EditorActions editor={editor} />
      <Attachments editor={editor} />
    </div>
  );
};

const hasLeft = ({ currentTarget, relatedTarget }: FocusEvent): boolean =>
  !(relatedTarget instanceof Node && currentTarget.contains(relatedTarget));

const EditorActions = ({ editor }: { readonly editor: Editor }) => {
  const page = usePage();
  const { key, target } = editor;
  const isDeletion = useSelect(
    ({ comments }) =>
      target.kind === 'comment' &&
      comments.some((item) => item.id === target.commentId && isDeletionMark(item)),
  );
  const words = texts().comments;
  return (
    <div className="comment-editor-actions">
      {!isDeletion && <KindChoice editor={editor} />}
      <span className="comment-editor-buttons">
        <QuietButton onClick={() => cancelEditor(page, key)}>{words.cancel}</QuietButton>
        <Button
          size="small"
          tone="accent"
          title={showKey('Mod+Enter', isMac)}
          disabled={!hasWords(editor)}
          onClick={() => saveEditor(page, key)}
        >
          {target.kind === 'comment' ? words.save : words.add}
        </Button>
      </span>
    </div>
  );
};

/** Shown for suggestions, and while there is a suggested text that would otherwise be hidden. */
const SuggestionField = ({ editor }: { readonly editor: Editor }) => {
  const { store } = usePage();
  const isReview = useSelect((state) => state.session.info?.mode === 'review');
  const { key, kind, suggestion } = editor;
  if (suggestion === undefined || (kind !== 'replace' && replacementOf(editor) === undefined))
    return null;
  const words = texts().comments;
  return (
    <textarea
      className={isReview ? 'text-field text-field-code' : 'text-field'}
      aria-label={isReview ? words.suggestedCode : words.suggestedText}
      rows={3}
      maxLength={maxTextLength}
      spellCheck={!isReview}
      value={suggestion}
      onChange={({ currentTarget }) =>
        store.dispatch({
          type: 'editors/changed',
          key,
          change: { suggestion: currentTarget.value },
        })
      }
    />
  );
};

const KindChoice = ({ editor }: { readonly editor: Editor }) => {
  const { store } = usePage();
  const canSuggest = useCan('suggestions');
  const { key, target } = editor;
  // What was removed cannot be replaced.
  const isRemoved = target.kind === 'lines' && target.target.side === 'old';
  return (
    <div className="kind-choice" role="radiogroup" aria-label={texts().comments.kind}>
      {commentKinds
        .filter((kind) => kind !== 'replace' || editor.kind === kind || (canSuggest && !isRemoved))
        .map((kind) => (
          <label key={kind} className="kind-option" data-kind={kind}>
            <input
              type="radio"
              name={`kind-${key}`}
              checked={editor.kind === kind}
              onChange={() =>
                store.dispatch({ type: 'editors/changed', key, change: kindChange(editor, kind) })
              }
            />
            {texts().comments.kinds[kind]}
          </label>
        ))}
    </div>
  );
};

/**
 * Focuses an editor on request.
 * @returns refs for the editor's element and its text field
 */
const useEditorFocus = (key: string) => {
  const box = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const { store } = usePage();
  const isWanted = useSelect((state) => state.selection.focusedEditor === key);
  useEffect(() => {
    const { current } = field;
    if (!isWanted || current === null || box.current?.contains(document.activeElement) !== false)
      return undefined;
    // Put the caret at the end, unless it was moved.
    if (current.selectionEnd === 0) current.setSelectionRange(maxTextLength, maxTextLength);
    // Text typed meanwhile goes into the editor; on failure, keys run commands again.
    return focusPatiently(current, () =>
      store.dispatch({ type: 'selection/editor', key: undefined }),
    );
  }, [isWanted, store]);
  return { box, field };
};

/** Number of frames to wait until the field is rendered and focusable. */
const waitedFrames = 60;

/** Focuses a field as soon as possible. @returns a function to cancel */
const focusPatiently = (field: HTMLElement, giveUp: () => void): (() => void) => {
  let frames = 0;
  let frame = 0;
  const focus = () => {
    field.focus();
    frames += 1;
    if (document.activeElement === field) return;
    if (frames < waitedFrames) frame = requestAnimationFrame(focus);
    else giveUp();
  };
  focus();
  return () => cancelAnimationFrame(frame);
};
