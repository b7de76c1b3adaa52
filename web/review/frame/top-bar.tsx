import { useMedia } from '../../common/use-media.ts';
import { texts } from '../../texts/texts.ts';
import { CommandButton } from '../commands/command-button.tsx';
import { narrowWindow } from '../commands/conditions.ts';
import { DecisionBar } from '../decision/decision-bar.tsx';
import { ViewedProgress } from '../diff/viewed-progress.tsx';
import { useSelect } from '../page.ts';
import { SearchField } from '../search/search-field.tsx';
import { aboutLine } from './about-line.ts';
import { DraftState } from './draft-state.tsx';
import './top-bar.css';

/** The title, what the page can show, and the decision. */
export const TopBar = () => {
  const info = useSelect((state) => state.session.info);
  const diff = useSelect((state) => state.content.diff);
  if (info === undefined) return null;
  const about = aboutLine({ ...info, description: diff?.description ?? '' });
  return (
    <header className="top-bar">
      <div className="top-bar-title">
        <span className="mode-tag">{texts().topBar.modes[info.mode]}</span>
        <h1 title={info.title}>{info.title}</h1>
        <p className="top-bar-about">{about}</p>
      </div>
      <SearchField />
      <ViewedProgress />
      <DraftState />
      <ViewButtons />
      <DecisionBar />
    </header>
  );
};

const ViewButtons = () => {
  const isReview = useSelect((state) => state.session.info?.mode === 'review');
  const panel = useSelect((state) => state.panel);
  const { diffView, wrapLines } = useSelect((state) => state.settings);
  const isNarrow = useMedia(narrowWindow);
  const isWhitespaceHidden = useSelect((state) => state.content.isWhitespaceHidden);
  return (
    <div className="top-bar-views" role="toolbar" aria-label={texts().topBar.view}>
      <CommandButton id="view.outline" icon="outline" isPressed={panel.isOutlineOpen} />
      {isReview && (
        <>
          {!isNarrow && (
            <CommandButton id="view.split" icon={diffView === 'split' ? 'split' : 'unified'} />
          )}
          <CommandButton id="view.wrap" icon="wrap" isPressed={wrapLines} />
          <CommandButton id="view.whitespace" icon="whitespace" isPressed={isWhitespaceHidden} />
        </>
      )}
      <CommandButton id="view.theme" icon="theme" />
      <CommandButton id="view.help" icon="help" />
      <CommandButton id="view.panel" icon="panel" isPressed={panel.isOpen} />
    </div>
  );
};
