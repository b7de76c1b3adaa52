import type { ListedVersion, VersionsAnswer } from '../../../../../shared/session/versions.ts';
import { showHidden } from '../../../../../shared/visible-text.ts';
import { formatDateTime } from '../../../../shell/texts/format.ts';
import { texts } from '../../../../shell/texts/texts.ts';
import { versionsTexts } from '../../../../shell/texts/versions-texts.ts';
import { LineCounts } from './line-counts.tsx';

/** Numbers of two versions. */
export interface Pair {
  readonly before: number;
  readonly after: number;
}

interface VersionListProps {
  readonly known: VersionsAnswer;
  readonly pair: Pair;
  readonly onChoose: (pair: Pair) => void;
}

/** The versions, latest first, with a choice of the two to compare. */
export const VersionList = ({ known: { versions, shown }, pair, onChoose }: VersionListProps) => {
  const words = versionsTexts();
  return (
    <table className="version-list">
      <thead>
        <tr>
          <th scope="col">{words.from}</th>
          <th scope="col">{words.to}</th>
          <th scope="col">{words.version}</th>
        </tr>
      </thead>
      <tbody>
        {versions.toReversed().map((version) => (
          <tr key={version.number}>
            {(['before', 'after'] as const).map((side) => (
              <td key={side}>
                <input
                  type="radio"
                  name={`version-${side}`}
                  aria-label={words.choose[side](version.number)}
                  checked={pair[side] === version.number}
                  onChange={() => onChoose({ ...pair, [side]: version.number })}
                />
              </td>
            ))}
            <td>
              <VersionFacts version={version} isShown={version.number === shown} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
};

interface VersionFactsProps {
  readonly version: ListedVersion;
  readonly isShown: boolean;
}

const VersionFacts = ({ version, isShown }: VersionFactsProps) => {
  const { number, title, at, lines, decision } = version;
  const words = versionsTexts();
  const facts = [
    ...(isShown ? [words.shown] : []),
    ...(decision === undefined ? [] : [words.outcomes[decision.outcome]]),
    formatDateTime(at),
  ];
  return (
    <div className="version" title={showHidden(title)}>
      <strong>{texts().topBar.version(number)}</strong> <LineCounts lines={lines} />
      <span>{facts.join(' · ')}</span>
    </div>
  );
};
