import { ChevronDown, ChevronRight } from 'lucide';
import { memo, useMemo } from 'react';
import type { StructureEntry } from '../../../../../shared/session/structure.ts';
import { showHidden, showPath } from '../../../../../shared/visible-text.ts';
import { Drawing } from '../../../../shell/icon.tsx';
import { formatNumber } from '../../../../shell/texts/format.ts';
import { usePage } from '../../../ui/page.ts';
import { useChangedFiles } from '../viewed/viewed-progress.tsx';
import type { StructureOrder, StructureRow } from './structure-rows.ts';
import { structureTexts } from '../../../../shell/texts/structure-texts.ts';

interface RowProps {
  readonly row: StructureRow;
  readonly order: StructureOrder;
  readonly onToggle: (key: string) => void;
}

/** A heading, an entry, or a file that was not read. */
export const StructureListRow = memo(({ row, order, onToggle }: RowProps) => {
  switch (row.type) {
    case 'head':
      return <Heading row={row} onToggle={onToggle} />;
    case 'entry':
      return <Entry entry={row.entry} isBelowFile={order === 'file'} />;
    case 'file':
      return <UnreadFile fileId={row.fileId} />;
  }
});

type HeadingRow = Extract<StructureRow, { type: 'head' }>;

const Heading = ({ row, onToggle }: Pick<RowProps, 'onToggle'> & { readonly row: HeadingRow }) => {
  const { heading, isFolded, count, key } = row;
  const pathOf = usePathOf();
  const words = structureTexts();
  const title =
    heading.of === 'file'
      ? pathOf(heading.fileId)
      : heading.of === 'change'
        ? words.changes[heading.change]
        : words.unread[heading.reason];
  return (
    <button
      type="button"
      className="structure-group"
      data-of={heading.of}
      aria-expanded={!isFolded}
      title={title}
      onClick={() => onToggle(key)}
    >
      <Drawing of={isFolded ? ChevronRight : ChevronDown} size={14} />
      <span className="structure-group-name">
        <bdi>{title}</bdi>
      </span>
      <span className="count">{formatNumber(count)}</span>
    </button>
  );
};

/** Shapes, since nothing is told by colour alone. */
const signs: Readonly<Record<StructureEntry['change'], string>> = {
  added: '+',
  removed: '−',
  changed: '±',
  renamed: '≈',
  moved: '→',
  reformatted: '¶',
};

interface EntryProps {
  readonly entry: StructureEntry;
  readonly isBelowFile: boolean;
}

const Entry = ({ entry, isBelowFile }: EntryProps) => {
  const page = usePage();
  const pathOf = usePathOf();
  const words = structureTexts();
  const { fileId, kind, change, isChanged, fromName, fromFileId, side, line } = entry;
  const name = kind === 'imports' || kind === 'code' ? words.names[kind] : showHidden(entry.name);
  const origins = [
    ...(fromName === undefined ? [] : [showHidden(fromName)]),
    ...(fromFileId === undefined ? [] : [pathOf(fromFileId)]),
  ];
  const happened = [
    // A heading says it already.
    ...(isBelowFile ? [words.changes[change]] : []),
    ...(isChanged === true ? [words.andChanged] : []),
    ...(origins.length === 0 ? [] : [words.from(origins.join(', '))]),
  ].join(', ');
  const path = isBelowFile ? undefined : pathOf(fileId);
  const isNamed = kind !== 'imports' && kind !== 'code';
  return (
    <button
      type="button"
      className="structure-entry"
      title={[`${isNamed ? `${words.kinds[kind]} ` : ''}${name}`, happened, path]
        .filter(Boolean)
        .join('\n')}
      onClick={() => page.viewer.current()?.goToHit({ kind: 'line', fileId, side, line, start: 0 })}
    >
      <span className="structure-sign" data-change={change} aria-hidden="true">
        {signs[change]}
      </span>
      {isNamed && <span className="structure-kind">{words.kinds[kind]} </span>}
      <span className="structure-name" data-named={isNamed}>
        {name}
      </span>
      <span className="structure-happened">
        {' '}
        {[happened, path?.slice(path.lastIndexOf('/') + 1)].filter(Boolean).join(' · ')}
      </span>
    </button>
  );
};

const UnreadFile = ({ fileId }: { readonly fileId: string }) => {
  const page = usePage();
  const path = usePathOf()(fileId);
  return (
    <button
      type="button"
      className="structure-entry"
      title={path}
      onClick={() => page.viewer.current()?.openFile?.(fileId)}
    >
      <span className="structure-name">{path}</span>
    </button>
  );
};

const usePathOf = (): ((fileId: string) => string) => {
  const files = useChangedFiles();
  const byId = useMemo(() => new Map(files.map(({ id, path }) => [id, path])), [files]);
  return (fileId) => showPath(byId.get(fileId) ?? '');
};
