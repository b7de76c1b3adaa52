import { Component, type ReactNode } from 'react';
import { Button } from '../../shell/button.tsx';
import { texts } from '../../shell/texts/texts.ts';
import { WordsLeft } from '../ui/words-left.tsx';

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
