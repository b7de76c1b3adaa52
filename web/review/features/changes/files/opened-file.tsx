import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { ChangedFile } from '../../../../../shared/placement/manifest.ts';
import type { FileAnswer } from '../../../../../shared/session/project-files.ts';
import { showPath } from '../../../../../shared/visible-text.ts';
import type { Answer } from '../../../../shell/api-client.ts';
import { Button } from '../../../../shell/button.tsx';
import { diffTexts } from '../../../../shell/texts/diff-texts.ts';
import { usePage, useSelect } from '../../../ui/page.ts';
import { DiffNavigation } from '../pierre/diff-navigation.ts';
import { DiffViewer } from '../pierre/diff-viewer.ts';
import { SlotPortals } from '../pierre/file-slots.tsx';
import { createFileFinder } from '../threads/group-annotations.ts';
import { handleKey, useAnnotations, useDisplay } from '../display/viewer-hooks.ts';
import { stepCursor } from '../pierre/line-cursor.ts';
import type { OpenedPlace, Reading } from './opened-place.ts';
import './opened-file.css';
import { scopeTexts } from '../../../../shell/texts/scope-texts.ts';
import { filesTexts } from '../../../../shell/texts/files-texts.ts';
import { sourceTexts } from '../../../../shell/texts/source-texts.ts';

interface OpenedFileProps {
  readonly place: OpenedPlace;
  /** Called with what keys do in its lines, and with undefined when they are gone. */
  readonly onReading: (reading: Reading | undefined) => void;
  readonly onClose: () => void;
}

/** A file of the project that has not changed, beside the diff. */
export const OpenedFile = ({ place, onReading, onClose }: OpenedFileProps) => {
  const { filePath } = place;
  const words = filesTexts();
  const section = useRef<HTMLElement>(null);
  useEffect(() => section.current?.focus({ preventScroll: true }), []);
  return (
    // Escape closes it, unless something in it takes the key.
    // oxlint-disable-next-line no-noninteractive-element-interactions
    <section
      ref={section}
      className="opened-file"
      data-path={filePath}
      aria-label={showPath(filePath)}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) onClose();
      }}
    >
      <div className="opened-file-head">
        <span>{words.unchanged}</span>
        <Button size="small" onClick={onClose}>
          {sourceTexts().close}
        </Button>
      </div>
      <Content place={place} onReading={onReading} />
    </section>
  );
};

const Content = ({ place, onReading }: Omit<OpenedFileProps, 'onClose'>) => {
  const { filePath } = place;
  const loaded = useFile(filePath);
  const diff = diffTexts();
  const words = filesTexts();
  if (loaded === undefined) return <Note role="status" text={scopeTexts().loading} />;
  const { version, answer } = loaded;
  if (answer.kind !== 'ok') return <Note role="alert" text={answer.sentence} />;
  const { kind, text = '', hasConflict } = answer.value;
  if (kind === 'conflict') return <Note role="note" text={diff.notices.notCompared.conflict} />;
  if (kind === 'binary' || kind === 'large' || kind === 'lfs')
    return <Note role="note" text={words[kind]} />;
  if (text === '')
    return <Note role="note" text={kind === 'text' ? words.empty : diff.notices[kind]} />;
  const id = `${filePath}:${version}`;
  const file = unchangedFile(filePath, text);
  return (
    <Lines
      key={id}
      place={place}
      text={text}
      file={{
        ...file,
        id,
        ...(hasConflict === true ? { hasConflict } : {}),
        ...(kind === 'text' ? {} : { kind }),
      }}
      onReading={onReading}
    />
  );
};

interface NoteProps {
  readonly role: 'status' | 'alert' | 'note';
  readonly text: string;
}

const Note = ({ role, text }: NoteProps) => (
  <p role={role} className="opened-file-note">
    {text}
  </p>
);

/** The answer for a version of the content; undefined until it is there. */
const useFile = (path: string) => {
  const { client } = usePage();
  const version = useSelect(({ content }) => content.diff?.version);
  const [loaded, setLoaded] = useState<{
    readonly version: number | undefined;
    readonly answer: Answer<FileAnswer>;
  }>();
  useEffect(() => {
    const ending = new AbortController();
    const load = async () => {
      const answer = await client.call('getFile', {
        query: { path, side: 'new' },
        signal: ending.signal,
      });
      if (!ending.signal.aborted) setLoaded({ version, answer });
    };
    void load();
    return () => ending.abort();
  }, [client, path, version]);
  return loaded;
};

interface LinesProps extends Omit<OpenedFileProps, 'onClose'> {
  readonly file: ChangedFile;
  readonly text: string;
}

const noIds: ReadonlySet<string> = new Set();

/** The lines of a file that stays the same, which can be commented on as those of the diff. */
const Lines = ({ place, file, text, onReading }: LinesProps) => {
  const page = usePage();
  const display = useDisplay();
  const [root, setRoot] = useState<HTMLDivElement | null>(null);
  const [shown, setShown] = useState<{ viewer: DiffViewer; navigation: DiffNavigation }>();
  const { filePath } = place;
  const [files] = useState([file]);
  // A file without an old side has one column there.
  const oneColumn = useMemo(() => ({ ...display, layout: 'split' }) as const, [display]);
  useLayoutEffect(() => {
    if (root === null) return undefined;
    const viewer = new DiffViewer(root, page, { files, viewed: noIds, display: oneColumn, text });
    const navigation = new DiffNavigation(root, viewer, createFileFinder(files));
    setShown({ viewer, navigation });
    onReading(readingOf(viewer, navigation));
    return () => {
      onReading(undefined);
      navigation.dispose();
      viewer.dispose();
      setShown(undefined);
    };
    // Changes of the rest are told to the viewer.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [page, root, files, text]);
  const viewer = shown?.viewer;
  useEffect(() => {
    // Keys scroll it, if it has just been opened.
    if (root?.parentElement?.contains(document.activeElement) === true)
      root.focus({ preventScroll: true });
  }, [root]);
  useEffect(() => viewer?.setDisplay(oneColumn), [viewer, oneColumn]);
  useAnnotations(viewer, files);
  useEffect(() => {
    const { lineStart: line, lineEnd = line, side = 'new', id: annotationId } = place;
    if (line === undefined || lineEnd === undefined) return;
    shown?.navigation.scrollToLine({
      filePath,
      side,
      line,
      lineEnd,
      ...(annotationId === undefined ? {} : { annotationId }),
    });
  }, [shown, place, filePath]);
  return (
    <>
      <div
        ref={setRoot}
        className="diff-view"
        role="group"
        aria-label={showPath(filePath)}
        tabIndex={0}
        onKeyDown={(event) => handleKey(viewer, event)}
      />
      {viewer !== undefined && <SlotPortals viewer={viewer} />}
    </>
  );
};

/** Nothing in it has changed: its lines are what there is to go through, and it is neither viewed nor staged. */
const readingOf = (viewer: DiffViewer, navigation: DiffNavigation): Reading => ({
  comment: () => navigation.comment(),
  goToChange: (step) => stepCursor(viewer, step),
  goToFile: (step) => navigation.goToFile(step),
  markViewed: () => undefined,
  selected: () => undefined,
  toggleWhole: () => undefined,
});

/** The file as one of a change that changes nothing. */
const unchangedFile = (path: string, text: string): Omit<ChangedFile, 'id'> => {
  const count = text.replace(/\n$/u, '').split('\n').length;
  return {
    path,
    status: 'modified',
    additions: 0,
    deletions: 0,
    isBinary: false,
    // There is no old side: comments on it are shown at the file.
    hunks: [[0, 0, 1, count]],
    offset: 0,
    bytes: text.length,
  };
};
