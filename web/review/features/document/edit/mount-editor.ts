import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { markdown } from '@codemirror/lang-markdown';
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { search, searchKeymap } from '@codemirror/search';
import { EditorState, type Extension } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { maxEditedLength } from '../../../../../shared/limits.ts';
import { editTexts } from '../../../../shell/texts/edit-texts.ts';

interface EditorOptions {
  readonly label: string;
  readonly text: string;
  /** The line to begin at, 1-based. */
  readonly line: number;
  readonly isMarkdown: boolean;
  /** Called a moment after the last change, while typing goes on, before saving, and before the editor or page goes. */
  readonly onChange: (text: string) => void;
  readonly onSave: () => void;
}

/** An editor that is on the page. */
export interface MountedEditor {
  /** Shows another text, unless it is what was last told. */
  readonly show: (text: string) => void;
  readonly end: () => void;
}

/** Storing each letter of a long text would make typing slow. */
const settleMs = 200;
/** Maximum delay while typing continuously: what was not told is lost in a crash. */
const atMostMs = 1000;

/** Puts an editor into an element. */
export const mountEditor = (parent: HTMLElement, options: EditorOptions): MountedEditor => {
  const { text, line, onChange, onSave } = options;
  let told = text;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let untoldSinceMs = 0;
  const tell = (): void => {
    if (timer === undefined) return;
    clearTimeout(timer);
    timer = undefined;
    told = view.state.sliceDoc();
    onChange(told);
  };
  const onTyped = (): void => {
    const nowMs = Date.now();
    if (timer === undefined) untoldSinceMs = nowMs;
    clearTimeout(timer);
    timer = setTimeout(tell, Math.max(0, Math.min(settleMs, untoldSinceMs + atMostMs - nowMs)));
  };
  const onSaveKey = (): void => {
    tell();
    onSave();
  };
  const extensions = extensionsFor({ ...options, onTyped, onSaveKey });
  const view = new EditorView({ state: EditorState.create({ doc: text, extensions }), parent });
  goToLine(view, line);
  // Before what saves the last words when the page is left.
  const early = { capture: true };
  addEventListener('pagehide', tell, early);
  addEventListener('visibilitychange', tell, early);
  view.dom.addEventListener('focusout', tell);
  view.dom.addEventListener('keydown', keepDialogOpen);
  return {
    show: (other) => {
      if (other === told) return;
      told = other;
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: other } });
    },
    end: () => {
      tell();
      removeEventListener('pagehide', tell, early);
      removeEventListener('visibilitychange', tell, early);
      view.destroy();
    },
  };
};

/** An Escape that closes the search closes nothing else. */
const keepDialogOpen = (event: KeyboardEvent): void => {
  if (event.key === 'Escape' && event.defaultPrevented) event.stopPropagation();
};

const goToLine = (view: EditorView, line: number): void => {
  const { doc } = view.state;
  const { from: anchor } = doc.line(Math.min(Math.max(1, line), doc.lines));
  view.dispatch({
    selection: { anchor },
    effects: EditorView.scrollIntoView(anchor, { y: 'center' }),
  });
  view.focus();
};

interface ExtensionOptions extends Pick<EditorOptions, 'label' | 'isMarkdown'> {
  readonly onTyped: () => void;
  readonly onSaveKey: () => void;
}

const extensionsFor = ({ label, isMarkdown, onTyped, onSaveKey }: ExtensionOptions): Extension => [
  lineNumbers(),
  highlightSpecialChars(),
  highlightActiveLine(),
  drawSelection(),
  history(),
  search({ top: true }),
  EditorView.lineWrapping,
  EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'true' }),
  EditorState.phrases.of(editTexts().phrases),
  // Line ends are the server's to keep.
  EditorState.lineSeparator.of('\n'),
  EditorState.changeFilter.of(({ newDoc }) => newDoc.length <= maxEditedLength),
  EditorView.updateListener.of(({ docChanged }) => {
    if (docChanged) onTyped();
  }),
  keymap.of([
    {
      key: 'Mod-s',
      preventDefault: true,
      run: () => {
        onSaveKey();
        return true;
      },
    },
    ...searchKeymap,
    ...historyKeymap,
    // Tab moves the focus, as everywhere.
    ...defaultKeymap,
  ]),
  ...(isMarkdown ? [markdown(), syntaxHighlighting(colours)] : []),
];

const colours = HighlightStyle.define([
  { tag: tags.heading, fontWeight: '650' },
  { tag: tags.strong, fontWeight: '650' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: tags.strikethrough, textDecoration: 'line-through' },
  { tag: [tags.link, tags.url], color: 'var(--color-accent)' },
  {
    tag: [tags.monospace, tags.processingInstruction, tags.quote],
    color: 'var(--color-text-muted)',
  },
]);
