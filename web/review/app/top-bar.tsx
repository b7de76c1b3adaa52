import { useMedia } from '../../shell/use-media.ts';
import { texts } from '../../shell/texts/texts.ts';
import { CommandButton } from '../ui/command-button.tsx';
import { narrowWindow } from '../ui/conditions.ts';
import { DecisionButton } from '../features/decision/decision-button.tsx';
import { useDiffLayout } from '../features/changes/diff-layout.ts';
import { ViewedProgress } from '../features/changes/viewed-progress.tsx';
import { isEnded } from '../store/is-ended.ts';
import { useSelect } from '../ui/page.ts';
import { ListCounters } from './panel/list-counters.tsx';
import { SearchField } from '../features/search/search-field.tsx';
import { aboutLine } from './about-line.ts';
import { ChangeSize } from './change-size.tsx';
import { DraftState } from './draft-state.tsx';
import { MoreButton } from './more-button.tsx';
import './top-bar.css';

/** What is reviewed, the search, how it is shown, and the decision. */
export const TopBar = () => {
  const info = useSelect((state) => state.session.info);
  const diff = useSelect((state) => state.content.diff);
  const isOutlineOpen = useSelect((state) => state.panel.isOutlineOpen);
  const ended = useSelect(isEnded);
  if (info === undefined) return null;
  const { round = 1 } = info;
  const about = aboutLine({
    ...info,
    round: round === 1 ? '' : texts().topBar.round(round),
    description: diff?.description ?? '',
  });
  return (
    <header className="top-bar">
      <div className="top-bar-title">
        <CommandButton id="view.outline" icon="outline" isPressed={isOutlineOpen} />
        <h1 title={info.title}>{info.title}</h1>
        {about !== '' && <p className="top-bar-about">{about}</p>}
        <ChangeSize />
        {!ended && <DraftState />}
      </div>
      <SearchField />
      <div className="top-bar-end">
        {!ended && <ViewedProgress />}
        <div className="top-bar-views" role="toolbar" aria-label={texts().topBar.view}>
          <LayoutButton />
          <MoreButton />
        </div>
        <ListCounters />
        {!ended && <DecisionButton />}
      </div>
    </header>
  );
};

const LayoutButton = () => {
  const isReview = useSelect((state) => state.session.info?.mode === 'review');
  const diffView = useSelect((state) => state.settings.diffView);
  const isNarrow = useMedia(narrowWindow);
  const layout = useDiffLayout(diffView);
  if (!isReview || isNarrow) return null;
  return <CommandButton id="view.split" icon={layout} />;
};
