import { useMemo, useEffect, useRef, useState } from 'react';
import type { ChangedFile } from '../../../shared/placement/manifest.ts';
import { formatNumber } from '../../shell/texts/format.ts';
import { texts } from '../../shell/texts/texts.ts';
import { useMedia } from '../../shell/use-media.ts';
import { useDiffLayout } from '../features/changes/display/diff-layout.ts';
import { ViewedProgress } from '../features/changes/viewed/viewed-progress.tsx';
import { DecisionButton } from '../features/decision/decision-button.tsx';
import { SearchField } from '../features/search/search-field.tsx';
import type { DraftStatus } from '../store/draft-slice.ts';
import { CommandButton } from '../ui/command-button.tsx';
import { narrowWindow } from '../ui/conditions.ts';
import { useCan, useKeyTitle, usePage, useSelect } from '../ui/page.ts';
import { aboutLine } from './about-line.ts';
import { Button } from '../../shell/button.tsx';
import { Icon } from '../../shell/icon.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';
import { countComments } from '../store/comments/comment-actions.ts';
import type { PanelTab } from '../store/panel-slice.ts';
import { shownTab, toggleList } from './panel/open-list.ts';
import './top-bar.css';

export const TopBar = () => {
  const info = useSelect((state) => state.session.info);
  const diff = useSelect((state) => state.content.diff);
  const isOutlineOpen = useSelect((state) => state.panel.isOutlineOpen);
  if (info === undefined) return null;
  const { round = 1 } = info;
  const { titles } = texts().commands;
  const about = aboutLine({
    ...info,
    round: round === 1 ? '' : texts().topBar.round(round),
    description: diff?.description ?? '',
  });
  return (
    <header className="top-bar">
      <div className="top-bar-title">
        <CommandButton
          id="view.outline"
          icon="outline"
          title={titles['view.outline']}
          isPressed={isOutlineOpen}
        />
        <h1 title={info.title}>{info.title}</h1>
        {about !== '' && <p className="top-bar-about">{about}</p>}
        <ChangeSize />
        <DraftState />
      </div>
      <SearchField />
      <div className="top-bar-end">
        <ViewedProgress />
        <div className="top-bar-views" role="toolbar" aria-label={texts().topBar.view}>
          <LayoutButton />
          <MoreButton />
        </div>
        <ListCounters />
        <DecisionButton />
      </div>
    </header>
  );
};

const LayoutButton = () => {
  const isReview = useCan('changes');
  const diffView = useSelect((state) => state.settings.diffView);
  const isNarrow = useMedia(narrowWindow);
  const layout = useDiffLayout(diffView);
  if (!isReview || isNarrow) return null;
  const { titles } = texts().commands;
  return <CommandButton id="view.split" icon={layout} title={titles['view.split']} />;
};

const none: readonly ChangedFile[] = [];

/** The size of a change, `12 files +412 −188`, or what a document has changed since its last version. */
const ChangeSize = () => {
  const files = useSelect(({ content }) => content.diff?.files ?? none);
  const kept = useSelect(({ content }) => content.kept[content.file ?? '']?.lines);
  const inFiles = useMemo(() => {
    let [added, removed] = [0, 0];
    for (const { additions, deletions } of files) {
      added += additions;
      removed += deletions;
    }
    return { added, removed };
  }, [files]);
  if (files.length === 0 && kept === undefined) return null;
  const { added, removed } = kept ?? inFiles;
  return (
    <p className="top-bar-size" title={kept && texts().topBar.sinceVersion}>
      {kept === undefined && <span>{texts().topBar.files(files.length)}</span>}
      {added > 0 && <ins>+{formatNumber(added)}</ins>}
      {removed > 0 && <del>−{formatNumber(removed)}</del>}
    </p>
  );
};

const sentenceOf = (status: DraftStatus): string => {
  switch (status.state) {
    case 'clean':
      return '';
    case 'unsaved':
    case 'saving':
      return texts().frame.saving;
    case 'saved':
      return texts().frame.saved;
    case 'failed':
      return texts().frame.notSaved(status.sentence);
  }
};

const DraftState = () => {
  const status = useSelect((state) => state.draft.status);
  const canDraft = useCan('drafts');
  if (!canDraft) return null;
  const sentence = sentenceOf(status);
  return (
    <p
      className="draft-state"
      data-state={status.state}
      data-widest={texts().frame.saving}
      role="status"
      title={sentence}
    >
      {sentence}
    </p>
  );
};

const MoreMenu = lazyPart(
  () => import('./frame-parts.ts'),
  ({ MoreMenu }) => MoreMenu,
);

/** Opens the menu of commands without a button. */
const MoreButton = () => {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  // Preload, since the server may be gone later.
  useEffect(() => {
    void MoreMenu.preloadBehind();
  }, []);
  return (
    <>
      <Button
        ref={button}
        tone="plain"
        icon={<Icon name="more" />}
        label={texts().topBar.more}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      />
      {isOpen && <MoreMenu anchor={button} onClose={() => setOpen(false)} />}
    </>
  );
};

/** Numbers of findings and comments, as buttons that open the panel. */
const ListCounters = () => {
  const findings = useSelect((state) => state.annotations.byId.size);
  const comments = useSelect(countComments);
  return (
    <div className="list-counters" role="group" aria-label={texts().panel.label}>
      <Counter tab="findings" count={findings} />
      <Counter tab="comments" count={comments} />
    </div>
  );
};

interface CounterProps {
  readonly tab: Exclude<PanelTab, 'structure'>;
  readonly count: number;
}

const Counter = ({ tab, count }: CounterProps) => {
  const page = usePage();
  const isShown = useSelect((state) => state.panel.isOpen && shownTab(state) === tab);
  const name = texts().panel.count[tab](count);
  const title = useKeyTitle(name, 'view.panel');
  return (
    <Button
      tone="plain"
      icon={<Icon name={tab === 'findings' ? 'finding' : 'comment'} />}
      aria-label={name}
      aria-expanded={isShown}
      title={title}
      onClick={() => toggleList(page, tab)}
    >
      {formatNumber(count)}
    </Button>
  );
};
