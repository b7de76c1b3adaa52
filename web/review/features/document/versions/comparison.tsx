import { useCallback, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import type { ComparedAs, ComparedVersions } from '../../../../../shared/session/versions.ts';
import { QuietButton } from '../../../../shell/button.tsx';
import { Tabs } from '../../../../shell/tabs.tsx';
import { versionsTexts } from '../../../../shell/texts/versions-texts.ts';
import { documentClient } from '../../../protocol/document-client.ts';
import type { SessionClient } from '../../../protocol/session-client.ts';
import { useLoaded } from '../../../ui/use-loaded.ts';
import { ComparedBlocks } from './compared-blocks.tsx';
import { ComparedSource } from './compared-source.tsx';
import { LineCounts } from './line-counts.tsx';
import type { Pair } from './version-list.tsx';

/** Long texts are compared for this long at most. */
const answerWithinMs = 60_000;

interface ComparisonProps {
  /** The document, if there are several. */
  readonly file: string | undefined;
  readonly pair: Pair;
}

/** Two versions beside each other; `J` and `K` go through what changed. */
export const Comparison = ({ file, pair: { before, after } }: ComparisonProps) => {
  const content = useRef<HTMLDivElement>(null);
  const [as, show] = useState<ComparedAs>('rendered');
  const load = useCallback(
    (_: SessionClient, signal: AbortSignal) =>
      documentClient.call('compareVersions', {
        params: { number: String(after) },
        query: { with: before, as, file },
        signal,
        answerWithinMs,
      }),
    [before, after, as, file],
  );
  const known = useLoaded(load);
  useChangeKeys(content);
  const words = versionsTexts();
  const isOf = typeof known === 'object' && (as === 'source') === (known.source !== undefined);
  return (
    <section className="comparison" aria-label={words.compared(before, after)}>
      <div className="comparison-head">
        <Tabs
          name="version-tab"
          label={words.view}
          tabs={['rendered', 'source'] as const}
          selected={as}
          controls="compared"
          render={(id) => words.views[id]}
          onSelect={show}
        />
        {isOf && <LineCounts lines={known.lines} />}
        <QuietButton title={`${words.previous} (K)`} onClick={() => step(content.current, -1)}>
          {words.previous} <kbd>K</kbd>
        </QuietButton>
        <QuietButton title={`${words.next} (J)`} onClick={() => step(content.current, 1)}>
          {words.next} <kbd>J</kbd>
        </QuietButton>
      </div>
      <div
        ref={content}
        id="compared"
        className="compared"
        role="tabpanel"
        aria-labelledby={`version-tab-${as}`}
        tabIndex={0}
      >
        {typeof known === 'string' && <p role="alert">{known}</p>}
        {isOf ? (
          <Compared known={known} />
        ) : (
          known === undefined && <p role="status">{words.comparing}</p>
        )}
      </div>
    </section>
  );
};

const Compared = ({ known: { blocks, source } }: { readonly known: ComparedVersions }) => {
  const isEqual =
    blocks?.every(({ state }) => state === 'same') ?? source?.every(({ kind }) => kind === 'same');
  if (isEqual === true) return <p role="status">{versionsTexts().equal}</p>;
  if (blocks !== undefined) return <ComparedBlocks blocks={blocks} />;
  return <ComparedSource source={source ?? []} />;
};

/** Wherever the focus is in the dialog. */
const useChangeKeys = (content: RefObject<HTMLElement | null>): void =>
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey } = event;
      const direction = { j: 1, k: -1 }[key.toLowerCase()];
      if (direction === undefined || ctrlKey || metaKey || altKey) return;
      event.preventDefault();
      step(content.current, direction);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [content]);

/** To the next or previous change: from the one that has the focus, or else from the beginning. */
const step = (content: HTMLElement | null, direction: number): void => {
  const changes = [...(content?.querySelectorAll<HTMLElement>('[data-change]') ?? [])];
  const at = changes.findIndex((change) => change.hasAttribute('data-current'));
  const next = changes[at === -1 ? 0 : Math.min(Math.max(at + direction, 0), changes.length - 1)];
  if (next === undefined) return;
  changes[at]?.removeAttribute('data-current');
  next.setAttribute('data-current', '');
  next.focus({ preventScroll: true });
  next.scrollIntoView({ block: 'center' });
};
