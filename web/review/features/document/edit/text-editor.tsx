import { useEffect, useEffectEvent, useRef } from 'react';
import { mountEditor, type MountedEditor } from './mount-editor.ts';

interface TextEditorProps {
  readonly label: string;
  readonly text: string;
  /** The line to begin at, 1-based. */
  readonly line: number;
  readonly isMarkdown: boolean;
  readonly onChange: (text: string) => void;
  readonly onSave: () => void;
}

/** An editor of a whole text. */
export const TextEditor = ({ label, text, isMarkdown, ...props }: TextEditorProps) => {
  const place = useRef<HTMLDivElement>(null);
  const mounted = useRef<MountedEditor>(undefined);
  const onChange = useEffectEvent(props.onChange);
  const onSave = useEffectEvent(props.onSave);
  const mount = useEffectEvent((parent: HTMLElement) =>
    mountEditor(parent, {
      label,
      text,
      line: props.line,
      isMarkdown,
      onChange: (changed) => onChange(changed),
      onSave: () => onSave(),
    }),
  );
  useEffect(() => {
    if (place.current === null) return undefined;
    const editor = mount(place.current);
    mounted.current = editor;
    return () => {
      mounted.current = undefined;
      editor.end();
    };
  }, []);
  // An edit that was discarded, or brought back.
  useEffect(() => mounted.current?.show(text), [text]);
  return <div className="text-editor" ref={place} />;
};
