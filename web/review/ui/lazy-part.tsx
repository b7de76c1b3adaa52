import type { ComponentType } from 'react';
import { lazyPart as commonLazyPart, type LazyOptions } from '../../shell/lazy-part.tsx';
import { texts } from '../../shell/texts/texts.ts';
import { WordsLeft } from './words-left.tsx';

const NotLoaded = () => (
  <div className="not-loaded" role="alert">
    <p>{texts().frame.notLoaded}</p>
    <WordsLeft />
  </div>
);

/** A lazy component; if it fails to load, offers to save unsent text. */
export const lazyPart = <Module, Props extends object>(
  load: () => Promise<Module>,
  pick: (module: Module) => ComponentType<Props>,
  options: Omit<LazyOptions<Props>, 'NotLoaded'> = {},
) => commonLazyPart(load, pick, { ...options, NotLoaded });
