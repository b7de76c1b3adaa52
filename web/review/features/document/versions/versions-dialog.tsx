import { useCallback, useRef, useState } from 'react';
import type { VersionsAnswer } from '../../../../../shared/session/versions.ts';
import { Button } from '../../../../shell/button.tsx';
import { DialogFrame } from '../../../../shell/dialog-frame.tsx';
import { versionsTexts } from '../../../../shell/texts/versions-texts.ts';
import { documentClient } from '../../../protocol/document-client.ts';
import type { SessionClient } from '../../../protocol/session-client.ts';
import { usePage } from '../../../ui/page.ts';
import { placeHere } from '../../../ui/place-here.ts';
import { useLoaded } from '../../../ui/use-loaded.ts';
import { FileChoice } from '../source/file-choice.tsx';
import { Comparison } from './comparison.tsx';
import { VersionList, type Pair } from './version-list.tsx';
import '../source/source.css';
import './versions.css';

/** The kept versions of a plan or document, any two of them beside each other. */
export const VersionsDialog = () => {
  const { store } = usePage();
  const close = useRef<HTMLButtonElement>(null);
  const dismiss = () => store.dispatch({ type: 'panel/dialog', dialog: undefined });
  const words = versionsTexts();
  const [file, setFile] = useState(() => placeHere(store.getState()).file);
  return (
    <DialogFrame title={words.title} look="source" initialFocus={close} onDismiss={dismiss}>
      <FileChoice file={file} onChoose={setFile} />
      <Versions key={file} file={file} />
      <div className="dialog-actions">
        <Button ref={close} onClick={dismiss}>
          {words.close}
        </Button>
      </div>
    </DialogFrame>
  );
};

interface VersionsProps {
  /** The document, if there are several. */
  readonly file: string | undefined;
}

const Versions = ({ file }: VersionsProps) => {
  const load = useCallback(
    (_: SessionClient, signal: AbortSignal) =>
      documentClient.call('getVersions', { query: { file }, signal }),
    [file],
  );
  const known = useLoaded(load);
  const [chosen, choose] = useState<Pair>();
  const words = versionsTexts();
  if (known === undefined) return <p role="status">{words.loading}</p>;
  if (typeof known === 'string') return <p role="alert">{known}</p>;
  const pair = chosen ?? firstPair(known);
  if (pair === undefined) return <p role="status">{words.none}</p>;
  return (
    <div className="versions">
      <VersionList known={known} pair={pair} onChoose={choose} />
      {known.versions.length === 1 ? (
        <p role="status">{words.onlyOne}</p>
      ) : (
        <Comparison key={`${pair.before} ${pair.after}`} file={file} pair={pair} />
      )}
    </div>
  );
};

/** What is shown, beside the version before it; of the first, the one after it beside it. */
const firstPair = ({ versions, shown }: VersionsAnswer): Pair | undefined => {
  const at = versions.findIndex(({ number }) => number === shown);
  const index = Math.max(1, at === -1 ? versions.length - 1 : at);
  const after = versions[index] ?? versions[0];
  const before = versions[index - 1];
  return before && after && { before: before.number, after: after.number };
};
