import { useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { firstPaint } from './first-paint.ts';
import { importModule } from './import-module.ts';

export interface LazyOptions<Props = object> {
  readonly fallback?: ReactNode;
  /** The same, as a component with the part's props. */
  readonly Fallback?: ComponentType<Props>;
  /** For parts that the user did not ask for: fails silently and retries. */
  readonly isUnasked?: boolean;
  readonly NotLoaded: ComponentType;
}

/** Backoff of unasked parts: initial and maximum. */
const retryMs = { first: 1000, most: 60_000 } as const;

type Loaded<Props> =
  | { readonly state: 'loading' }
  | { readonly state: 'here'; readonly Part: ComponentType<Props> }
  | { readonly state: 'failed' };

/**
 * A component that loads when it is first shown, after first paint. Unlike React's `lazy`, a load failure shows
 * `NotLoaded` without affecting the rest of the page, and the next mount retries.
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
        // It may have loaded between render and effect.
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
  /** Loads it in advance; failures are retried when it is shown. */
  const preload = async (): Promise<void> => {
    await fetchPart().catch(() => undefined);
  };
  /** The same after first paint. */
  const preloadBehind = async (): Promise<void> => {
    await fetchBehind().catch(() => undefined);
  };
  return Object.assign(LazyPart, { preload, preloadBehind });
};
