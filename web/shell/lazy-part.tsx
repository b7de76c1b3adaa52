import { useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { firstPaint } from './first-paint.ts';
import { importModule } from './import-module.ts';

export interface LazyOptions<Props = object> {
  /** What is shown until it is here. */
  readonly fallback?: ReactNode;
  /** The same, made of what the part is given. */
  readonly Fallback?: ComponentType<Props>;
  /** Whether nobody has asked for it where it is shown: then it is missed in silence, and tried again by itself. */
  readonly isUnasked?: boolean;
  /** What is shown where it cannot be had. */
  readonly NotLoaded: ComponentType;
}

/** How long an unasked part waits for the server at first, and at the most. */
const retryMs = { first: 1000, most: 60_000 } as const;

type Loaded<Props> =
  | { readonly state: 'loading' }
  | { readonly state: 'here'; readonly Part: ComponentType<Props> }
  | { readonly state: 'failed' };

/**
 * A component whose code is fetched when it is first shown, behind the page's first paint. Unlike React's own `lazy` it
 * survives a server that is gone: it says so, leaves the rest of the page as it is, and is tried again the next time that
 * it is shown.
 */
export const lazyPart = <Module, Props extends object>(
  load: () => Promise<Module>,
  pick: (module: Module) => ComponentType<Props>,
  { fallback = null, Fallback, isUnasked = false, NotLoaded }: LazyOptions<Props>,
) => {
  let known: ComponentType<Props> | undefined;
  const fetchPart = async (): Promise<ComponentType<Props>> => {
    known ??= pick(await importModule(load));
    return known;
  };
  const fetchBehind = () => firstPaint().then(fetchPart);
  const LazyPart = (props: Props) => {
    const [loaded, setLoaded] = useState<Loaded<Props>>(
      known === undefined ? { state: 'loading' } : { state: 'here', Part: known },
    );
    useEffect(() => {
      if (known !== undefined) {
        const Part = known;
        // It may have come between the rendering and now.
        // oxlint-disable-next-line react/set-state-in-effect
        setLoaded((now) => (now.state === 'here' ? now : { state: 'here', Part }));
        return undefined;
      }
      let timer: ReturnType<typeof setTimeout> | undefined;
      const attempt = (waitMs: number) => {
        fetchBehind().then(
          (Part) => setLoaded({ state: 'here', Part }),
          () => {
            if (isUnasked)
              timer = setTimeout(() => attempt(Math.min(2 * waitMs, retryMs.most)), waitMs);
            else setLoaded({ state: 'failed' });
          },
        );
      };
      attempt(retryMs.first);
      return () => clearTimeout(timer);
    }, []);
    if (loaded.state === 'here') return <loaded.Part {...props} />;
    if (loaded.state === 'failed') return <NotLoaded />;
    return Fallback === undefined ? fallback : <Fallback {...props} />;
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
