import { Component, useEffect, useLayoutEffect, type ReactNode } from 'react';
import { Button } from '../../shell/button.tsx';
import { Icon } from '../../shell/icon.tsx';
import { formatNumber } from '../../shell/texts/format.ts';
import { texts } from '../../shell/texts/texts.ts';
import { applyTheme } from '../../shell/theme.ts';
import { EndScreen } from '../features/decision/lazy-end-screen.ts';
import { Announcer } from '../features/findings/announcer.tsx';
import { FreshnessPlace } from '../features/freshness/freshness-place.tsx';
import { isEnded } from '../store/session-slice.ts';
import type { State } from '../store/state.ts';
import { useCan, useSelect } from '../ui/page.ts';
import { fetchKeptWords, WordsLeft } from '../ui/words-left.tsx';
import { Dialogs, NoticeToast } from './dialogs.tsx';
import { TopBar } from './top-bar.tsx';
import {
  ChangedFiles,
  ChangesView,
  DocumentView,
  EndedBar,
  Outline,
  PreparationView,
  SidePanel,
} from './views.tsx';
import './frame.css';
import './print.css';

export const App = () => {
  const isHeld = useSelect((state) => state.session.held !== undefined);
  const isOver = useSelect((state) => state.session.end !== undefined);
  const theme = useSelect((state) => state.settings.theme);
  const title = useSelect(pageTitle);
  useLayoutEffect(() => applyTheme(theme), [theme]);
  useLayoutEffect(() => {
    document.title = title;
  }, [title]);
  // Preload what is needed after the decision, when the server is gone.
  useEffect(() => {
    void EndScreen.preloadBehind();
    void SidePanel.preloadBehind();
    void fetchKeptWords();
  }, []);
  // Keep the frame mounted, but hidden, while the decision can be undone.
  return (
    <>
      {!isOver && <Frame isCovered={isHeld} />}
      {(isHeld || isOver) && <EndScreen />}
    </>
  );
};

const Frame = ({ isCovered }: { readonly isCovered: boolean }) => {
  const panel = useSelect((state) => state.panel);
  const ended = useSelect(isEnded);
  const isFailed = useSelect((state) => state.session.preparation.state === 'failed');
  return (
    <div
      className="frame"
      data-outline={panel.isOutlineOpen}
      data-panel={panel.isOpen}
      inert={isCovered}
    >
      <TopBar />
      {ended ? <EndedBar /> : <Banner />}
      {panel.isOutlineOpen && !isFailed && <SideNavigation />}
      <main className="content" tabIndex={-1}>
        <Content />
      </main>
      {panel.isOpen && <SidePanel />}
      <Dialogs />
      <NoticeToast />
      <Announcer />
    </div>
  );
};

const Content = () => {
  const hasDocument = useSelect(({ content }) => content.document !== undefined);
  const hasDiff = useSelect(({ content }) => content.diff !== undefined);
  const file = useSelect(({ content }) => content.file);
  const isBegun = useSelect(
    ({ content, session }) =>
      content.beginning.length > 0 && session.preparation.state !== 'failed',
  );
  if (!hasDocument && !hasDiff)
    return (
      <>
        {isBegun && <DocumentView />}
        <PreparationView />
      </>
    );
  return (
    <>
      {hasDocument ? <DocumentView key={file} /> : <ChangesView />}
      <FreshnessPlace />
    </>
  );
};

const SideNavigation = () => {
  const isReview = useCan('changes');
  const hasDiff = useSelect(({ content }) => content.diff !== undefined);
  const { changes, document } = texts();
  return (
    <nav className="side-navigation" aria-label={isReview ? changes.files : document.outline}>
      {isReview ? hasDiff && <ChangedFiles /> : <Outline />}
    </nav>
  );
};

/** Shown without a connection; offers to save unsent text when the server is gone. */
const Banner = () => {
  const connection = useSelect((state) => state.session.connection);
  if (connection !== 'lost' && connection !== 'noEvents') return null;
  const isLost = connection === 'lost';
  const { frame } = texts();
  return (
    <div className="banner" role="alert">
      <Icon name="warning" />
      <p>
        <strong>{isLost ? frame.serverLost : frame.noEvents}</strong>{' '}
        {isLost ? frame.serverLostMore : frame.noEventsMore}
      </p>
      {isLost && <WordsLeft />}
    </div>
  );
};

/** Page title. The state comes first, to be visible in a narrow tab. */
const pageTitle = ({ session, annotations }: State): string => {
  const { info, connection } = session;
  const end = session.end ?? session.held;
  if (info === undefined) return 'Galley';
  const title = `${info.title} – Galley`;
  const { tabTitles } = texts().frame;
  const outcome = end?.outcome ?? info.outcome;
  if (outcome !== undefined) {
    // Reviews of a change have no `denied` outcome: feedback requests changes.
    const isReview = outcome === 'feedback' && info.mode === 'review';
    return `${tabTitles[isReview ? 'denied' : outcome]}: ${title}`;
  }
  if (connection === 'lost') return `${tabTitles.lost}: ${title}`;
  return annotations.byId.size === 0 ? title : `(${formatNumber(annotations.byId.size)}) ${title}`;
};

/** Error boundary that offers to save unsent text. React requires a class. */
export class CrashGuard extends Component<
  { readonly children: ReactNode },
  { readonly hasCrashed: boolean }
> {
  override state = { hasCrashed: false };

  static getDerivedStateFromError(): { hasCrashed: boolean } {
    return { hasCrashed: true };
  }

  override render(): ReactNode {
    if (!this.state.hasCrashed) return this.props.children;
    return (
      <main className="preparation" role="alert">
        <h1>{texts().frame.broken}</h1>
        <p>{texts().frame.brokenMore}</p>
        <div className="words-left">
          <Button tone="accent" onClick={() => location.reload()}>
            {texts().frame.loadAgain}
          </Button>
        </div>
        <WordsLeft />
      </main>
    );
  }
}
