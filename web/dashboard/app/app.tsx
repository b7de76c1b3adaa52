import { useEffect, useState } from 'react';
import { Icon } from '../../shell/icon.tsx';
import { formatNumber } from '../../shell/texts/format.ts';
import { dashboardTexts } from '../../shell/texts/dashboard-texts.ts';
import { useSelect } from '../ui/dashboard.ts';
import { Dialogs } from './dialogs.tsx';
import { TopBar } from './top-bar.tsx';
import { ListView } from '../features/list/list-view.tsx';
import { OperatorsView } from '../features/operators/operators-view.tsx';
import { waitingCount } from '../store/visible-rows.ts';
import './frame.css';

/** The dashboard: all sessions of the supervisor, and a view for operators. */
export const App = () => {
  const tab = useSelect((state) => state.view.tab);
  const isRefused = useSelect((state) => state.sessions.connection === 'refused');
  const waiting = useSelect(waitingCount);
  useEffect(() => {
    const title = `${dashboardTexts().title} · Galley`;
    document.title = waiting === 0 ? title : `(${formatNumber(waiting)}) ${title}`;
  }, [waiting]);
  if (isRefused) return <Refused />;
  return (
    <div className="dashboard">
      <TopBar />
      <ConnectionBanner />
      <main className="view">
        <div className="view-body" id="view" role="tabpanel" aria-labelledby={`tab-${tab}`}>
          {tab === 'reviews' ? <ListView /> : <OperatorsView />}
        </div>
      </main>
      <Dialogs />
      <Notice />
    </div>
  );
};

const ConnectionBanner = () => {
  const isLost = useSelect((state) => state.sessions.connection === 'lost');
  return <div role="status">{isLost && <LostBanner />}</div>;
};

/** How long a connection is lost before the page says that the supervisor may have another address. */
const lostForLongMs = 10_000;

const LostBanner = () => {
  const [isLong, setIsLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLong(true), lostForLongMs);
    return () => clearTimeout(timer);
  }, []);
  const { lost, lostForLong } = dashboardTexts();
  return (
    <p className="banner">
      <Icon name="warning" />
      <span>
        {lost}
        {isLong && (
          <>
            {' '}
            {lostForLong} <code>galley dashboard</code>.
          </>
        )}
      </span>
    </p>
  );
};

const Notice = () => {
  const notice = useSelect((state) => state.view.notice);
  return (
    <p className="notice" role="status">
      {notice}
    </p>
  );
};

const plainList = '../list';

/** Shown without a valid key. The gateway has a public list. */
const Refused = () => {
  const [hasList, setHasList] = useState(false);
  useEffect(() => {
    const url = new URL(plainList, document.baseURI);
    fetch(url, { method: 'HEAD', cache: 'no-store' }).then(
      ({ ok }) => setHasList(ok),
      () => undefined,
    );
  }, []);
  const { refusedTitle, refused, plainList: toList } = dashboardTexts();
  return (
    <main className="refused">
      <h1>{refusedTitle}</h1>
      <p>
        {refused} <code>galley dashboard</code>.
      </p>
      {hasList && (
        <p>
          <a href={plainList}>{toList}</a>
        </p>
      )}
    </main>
  );
};
