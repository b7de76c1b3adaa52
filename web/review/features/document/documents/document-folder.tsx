import { useMemo, type ReactNode } from 'react';
import { showPath } from '../../../../../shared/visible-text.ts';
import { documentsTexts } from '../../../../shell/texts/documents-texts.ts';
import { annotationsByFile } from '../../../ui/tree/file-counts.tsx';
import { FileTree } from '../../../ui/tree/file-tree.tsx';
import { nameOf } from '../../../ui/path-parts.ts';
import { usePage, useSelect } from '../../../ui/page.ts';
import { useAllComments } from '../../../ui/use-all-comments.ts';
import { useLoaded } from '../../../ui/use-loaded.ts';
import type { SessionClient } from '../../../protocol/session-client.ts';
import { openDocument } from './open-document.ts';
import './document-folder.css';

const load = (client: SessionClient, signal: AbortSignal) =>
  client.call('getDocuments', { signal });

const noViewed: ReadonlySet<string> = new Set();

/** With more documents, the tree starts with the folders around the first one. */
const unfoldedFiles = 100;

/** The documents of a folder as a tree, above the outline of the one that is shown. */
export const DocumentFolder = ({ children }: { readonly children: ReactNode }) => {
  const page = usePage();
  const version = useSelect(({ content }) => content.document?.version);
  const file = useSelect(({ content }) => content.file);
  const comments = useAllComments();
  const findings = useSelect((state) => state.annotations.byId);
  const isReady = useSelect(({ content }) => content.document !== undefined);
  const loaded = useLoaded(isReady ? load : undefined, version);
  const files = useMemo(
    () =>
      typeof loaded === 'object'
        ? loaded.documents.map(({ name }) => ({ id: name, path: name }))
        : [],
    [loaded],
  );
  const annotations = useMemo(
    () => annotationsByFile(comments, [...findings.values()]),
    [comments, findings],
  );
  const words = documentsTexts();
  if (loaded === undefined) return <p className="panel-empty">{words.loading}</p>;
  if (typeof loaded === 'string') return <p className="panel-empty">{loaded}</p>;
  return (
    <div className="document-folder">
      <FileTree
        label={words.documents}
        files={files}
        unfoldedFiles={unfoldedFiles}
        currentFileId={file}
        annotations={annotations}
        viewed={noViewed}
        onChoose={(name) => void openDocument(page, name)}
        onRead={() => document.querySelector<HTMLElement>('main')?.focus()}
      />
      {file !== undefined && (
        <section className="document-folder-outline" aria-label={words.outlineOf(showPath(file))}>
          <h2 title={showPath(file)}>{showPath(nameOf(file))}</h2>
          {children}
        </section>
      )}
    </div>
  );
};
