import { useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { firstPaint } from '../../common/first-paint.ts';
import { texts } from '../../texts/texts.ts';
import { WordsLeft } from '../decision/words-left.tsx';

interface LazyOptions {
  /** What is shown until it is here. */
  readonly fallback?: ReactNode;
}

type Loaded<Props> =
  | { readonly state: 'loading' }
  | { readonly state: 'here'; readonly Part: ComponentType<Props> }
  | { readonly state: 'failed' };

/**
 * A component whose code is fetched when it is first shown, behind the page's first paint. Unlike React's own `lazy` it
 * survives a server that is gone: it says so, leaves the rest of the page as it is, and is tried again the next time that
 * it is shown.
 */
export const lazyPart = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { fallback = null }: LazyOptions = {},
) => {
  let known: ComponentType<Props> | undefined;
  const fetchPart = async (): Promise<ComponentType<Props>> => {
    known ??= await load();
    return known;
  };
  const fetchBehind = () => firstPaint().then(fetchPart);
  const LazyPart = (props: Props) => {
    const [loaded, setLoaded] = useState<Loaded<Props>>(
      known === undefined ? { state: 'loading' } : { state: 'here', Part: known },
    );
    useEffect(() => {
      if (known !== undefined) return;
      fetchBehind().then(
        (Part) => setLoaded({ state: 'here', Part }),
        () => setLoaded({ state: 'failed' }),
      );
    }, []);
    if (loaded.state === 'here') return <loaded.Part {...props} />;
    return loaded.state === 'failed' ? <NotLoaded /> : fallback;
  };
  /** Fetches it before it is shown; where that fails, it is tried again then. */
  const preload = async (): Promise<void> => {
    await fetchPart().catch(() => undefined);
  };
  /** The same, behind the first paint. */
  const preloadBehind = async (): Promise<void> => {
    await fetchBehind().catch(() => undefined);
  };
  return Object.assign(LazyPart, { preload, preloadBehind });
};

const NotLoaded = () => (
  <div className="not-loaded" role="alert">
    <p>{texts().frame.notLoaded}</p>
    <WordsLeft />
  </div>
);
