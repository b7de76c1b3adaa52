import { Info } from 'lucide';
import { Fragment } from 'react';
import type { SourceChange } from '../../../../shared/session/source-change.ts';
import { showPath } from '../../../../shared/visible-text.ts';
import { Button } from '../../../shell/button.tsx';
import { Drawing } from '../../../shell/icon.tsx';
import { freshnessTexts } from '../../../shell/texts/freshness-texts.ts';
import { texts } from '../../../shell/texts/texts.ts';
import { usePage, useSelect, useKeyTitle } from '../../ui/page.ts';
import { refreshCommand } from './refresh-command.ts';

/**
 * Reports what changed on disk, and offers to reload it. Never reloads by itself. Below the content, so
 * that nothing shifts.
 */
export const FreshnessBanner = () => {
  const page = usePage();
  const canRefresh = useSelect(refreshCommand.canRun);
  const { refresh } = texts().freshness;
  const title = useKeyTitle(refresh, refreshCommand.id);
  return (
    <div className="freshness-banner">
      <Drawing of={Info} />
      <p>
        <WhatChanged />
      </p>
      <Button
        size="small"
        tone="link"
        title={title}
        disabled={!canRefresh}
        onClick={() => refreshCommand.run(page)}
      >
        {refresh}
      </Button>
    </div>
  );
};

const WhatChanged = () => {
  const isReview = useSelect(({ content }) => content.diff !== undefined);
  const changed = useSelect(({ freshness }) => freshness.changed);
  const words = freshnessTexts();
  if (changed === undefined) return isReview ? words.change : words.document;
  return (
    <>
      {changed.isGone === true ? words.gone : words.changed}
      {partsOf(changed).map((part, index) => (
        <Fragment key={part}>
          {index > 0 && ','} <bdi>{part}</bdi>
        </Fragment>
      ))}
    </>
  );
};

const partsOf = ({ hasOtherCommits, paths, count }: SourceChange): string[] => {
  const { commits, more } = freshnessTexts();
  const rest = count - paths.length;
  return [
    ...(hasOtherCommits ? [commits] : []),
    ...paths.map(showPath),
    ...(rest > 0 ? [more(rest)] : []),
  ];
};
