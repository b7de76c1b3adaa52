import { useMemo, useState } from 'react';
import type { WordsSince } from '../../../../../shared/session/rounds.ts';
import { spellHidden } from '../../../../../shared/visible-text.ts';
import { QuietButton } from '../../../../shell/button.tsx';
import { versionsTexts } from '../../../../shell/texts/versions-texts.ts';

/** Whole lines that are in both versions or in one of them, with the number of the first in each. */
interface Lines {
  readonly kind: WordsSince['kind'];
  readonly lines: readonly string[];
  readonly before: number;
  readonly after: number;
}

const around = 3;

/** Two versions line by line, as in a unified diff; unchanged lines away from a change are folded. */
export const ComparedSource = ({ source }: { readonly source: readonly WordsSince[] }) => {
  const runs = useMemo(() => numbered(source), [source]);
  return (
    <div className="compared-source">
      {runs.map((run, index) =>
        run.kind === 'same' ? (
          <Unchanged
            // They never move.
            // oxlint-disable-next-line react/no-array-index-key
            key={index}
            run={run}
            isFirst={index === 0}
            isLast={index === runs.length - 1}
          />
        ) : (
          // oxlint-disable-next-line react/no-array-index-key
          <Rows key={index} run={run} />
        ),
      )}
    </div>
  );
};

const numbered = (source: readonly WordsSince[]): readonly Lines[] => {
  let [before, after] = [1, 1];
  return source.map(({ kind, text }) => {
    const lines = text.replace(/\n$/u, '').split('\n');
    const run = { kind, lines, before, after };
    if (kind !== 'added') before += lines.length;
    if (kind !== 'removed') after += lines.length;
    return run;
  });
};

interface UnchangedProps {
  readonly run: Lines;
  readonly isFirst: boolean;
  readonly isLast: boolean;
}

const Unchanged = ({ run, isFirst, isLast }: UnchangedProps) => {
  const [isOpen, setOpen] = useState(false);
  const { length } = run.lines;
  const [head, tail] = [isFirst ? 0 : around, isLast ? 0 : around];
  const hidden = length - head - tail;
  if (isOpen || hidden < 2) return <Rows run={run} />;
  return (
    <>
      {head > 0 && <Rows run={part(run, 0, head)} />}
      <QuietButton onClick={() => setOpen(true)}>
        {versionsTexts().unchangedLines(hidden)}
      </QuietButton>
      {tail > 0 && <Rows run={part(run, length - tail, length)} />}
    </>
  );
};

const part = ({ kind, lines, before, after }: Lines, from: number, to: number): Lines => ({
  kind,
  lines: lines.slice(from, to),
  before: before + from,
  after: after + from,
});

const signs = { same: ' ', added: '+', removed: '−' } as const;

const Rows = ({ run: { kind, lines, before, after } }: { readonly run: Lines }) => {
  const first = kind === 'removed' ? before : after;
  const numbers = lines.map((_, index) => `${first + index} ${signs[kind]}`).join('\n');
  return (
    <div
      className="compared-lines"
      data-kind={kind}
      {...(kind === 'same' ? {} : { 'data-change': '', tabIndex: -1 })}
    >
      <pre aria-hidden="true">{numbers}</pre>
      <Text kind={kind} text={spellHidden(lines.join('\n'))} />
    </div>
  );
};

const Text = ({ kind, text }: { readonly kind: Lines['kind']; readonly text: string }) => {
  if (kind === 'same') return <pre>{text}</pre>;
  return <pre>{kind === 'added' ? <ins>{text}</ins> : <del>{text}</del>}</pre>;
};
