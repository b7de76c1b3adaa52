import { useMemo, useState } from 'react';
import { spellHidden } from '../../../../../shared/visible-text.ts';
import { Button } from '../../../../shell/button.tsx';
import { editTexts } from '../../../../shell/texts/edit-texts.ts';
import {
  mergedText,
  mergeTexts,
  type MergeChoice,
  type MergedTexts,
  type MergeRegion,
} from './merge-texts.ts';

interface MergeViewProps {
  readonly texts: MergedTexts;
  /** Where the other side is from. */
  readonly from: 'disk' | 'window';
  readonly onMerged: (text: string) => void;
}

/** What somebody else has made of the text meanwhile: the reviewer chooses where both have changed the same lines. */
export const MergeView = ({ texts, from, onMerged }: MergeViewProps) => {
  const regions = useMemo(() => mergeTexts(texts), [texts]);
  const [choices, setChoices] = useState<ReadonlyMap<number, MergeChoice>>(new Map());
  const conflicts = regions.flatMap((region, index) =>
    region.kind === 'conflict' ? [{ region, index }] : [],
  );
  const merged = mergedText(regions, choices);
  const words = editTexts();
  return (
    <section className="merge" aria-label={words.merge}>
      <p role="alert">{words.changed[from]}</p>
      <p className="dialog-note">{words.conflicts(conflicts.length)}</p>
      <div className="merge-conflicts" hidden={conflicts.length === 0}>
        {conflicts.map(({ region, index }, at) => (
          <Conflict
            key={index}
            region={region}
            from={from}
            name={words.conflict(at + 1, conflicts.length)}
            choice={choices.get(index)}
            onChoose={(choice) => setChoices(new Map(choices).set(index, choice))}
          />
        ))}
      </div>
      {merged !== undefined && <Lines label={words.mergedText} lines={merged.split('\n')} />}
      <div className="dialog-actions">
        <Button
          tone="accent"
          disabled={merged === undefined}
          onClick={() => merged !== undefined && onMerged(merged)}
        >
          {words.useMerged}
        </Button>
      </div>
    </section>
  );
};

interface ConflictProps {
  readonly region: Extract<MergeRegion, { kind: 'conflict' }>;
  readonly from: MergeViewProps['from'];
  readonly name: string;
  readonly choice: MergeChoice | undefined;
  readonly onChoose: (choice: MergeChoice) => void;
}

const Conflict = ({ region, from, name, choice, onChoose }: ConflictProps) => {
  const words = editTexts();
  const options = [
    ['other', words.take.other[from]],
    ['mine', words.take.mine],
    ['both', words.take.both],
  ] as const;
  return (
    <fieldset className="merge-conflict">
      <legend>{name}</legend>
      <Lines label={words.before} lines={region.base} />
      <Lines label={words.side[from]} lines={region.other} />
      <Lines label={words.side.mine} lines={region.mine} />
      <div className="merge-choices">
        {options.map(([value, label]) => (
          <label key={value}>
            <input
              type="radio"
              name={name}
              checked={choice === value}
              onChange={() => onChoose(value)}
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
};

const Lines = ({ label, lines }: { readonly label: string; readonly lines: readonly string[] }) => (
  <figure className="merge-lines">
    <figcaption>{label}</figcaption>
    <pre tabIndex={0}>
      {lines.length === 0 ? editTexts().nothing : spellHidden(lines.join('\n'))}
    </pre>
  </figure>
);
