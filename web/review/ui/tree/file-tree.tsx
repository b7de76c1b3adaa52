import { useVirtualizer } from '@tanstack/react-virtual';
import {
  type ComponentProps,
  useEffect,
  useId,
  useMemo,
  useState,
  useRef,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import { FilterBox } from '../../../shell/filter-box.tsx';
import { diffTexts } from '../../../shell/texts/diff-texts.ts';
import { buildTree, foldersBeside, treeRows, type TreeFile, type TreeRow } from './tree-rows.ts';
import { FileTreeRow } from './file-tree-row.tsx';
import type { AnnotationsByFile } from './file-counts.tsx';
import { treeAction, typeAhead } from './tree-keys.ts';
import './file-tree.css';

interface FileTreeProps {
  /** Names the tree. */
  readonly label: string;
  /** Shown above the filter. */
  readonly head?: ReactNode;
  readonly files: readonly TreeFile[];
  /** With more files than this, only the folders around the current one are open at first. */
  readonly unfoldedFiles?: number;
  readonly currentFileId: string | undefined;
  readonly annotations: AnnotationsByFile;
  readonly viewed: ReadonlySet<string>;
  readonly onChoose: (fileId: string) => void;
  /** Called after a file was chosen, to focus the content: the tree's type-ahead takes the page's keys. */
  readonly onRead: () => void;
}

const rowHeight = 28;

/** Files as a tree with a filter. */
export const FileTree = (props: FileTreeProps) => {
  const { label, files, currentFileId } = props;
  const { rows, filter, setFilter, toggle } = useRows(props);
  const { press, read } = pressing(props, toggle);
  const currentKey = `file:${currentFileId ?? ''}`;
  const { setScroller, ...list } = useRowList({ rows, currentKey, onPress: press, onEnter: read });
  return (
    <div className="diff-tree">
      <TreeHead
        value={filter}
        onChange={setFilter}
        onLeave={() => list.scroller?.focus()}
        onEnter={() => {
          const first = rows.find((row) => row.kind === 'file');
          if (first === undefined) return;
          read(first);
          // It was meant to find this one.
          setFilter('');
        }}
      >
        {props.head}
      </TreeHead>
      {rows.length === 0 && files.length > 0 && (
        <p className="panel-empty">{diffTexts().noFileMatches}</p>
      )}
      <div
        ref={setScroller}
        className="diff-tree-scroller"
        role="tree"
        aria-label={label}
        tabIndex={0}
        aria-activedescendant={list.activeId}
        onKeyDown={list.onKeyDown}
      >
        <div role="presentation" style={{ height: list.height, position: 'relative' }}>
          {list.visible.map(({ row, start, id }) => (
            <div
              key={row.key}
              role="presentation"
              className="diff-tree-place"
              style={{ height: rowHeight, transform: `translateY(${start}px)` }}
            >
              <FileTreeRow
                row={row}
                id={id}
                isCurrent={row.key === currentKey}
                isActive={id === list.activeId}
                annotations={props.annotations}
                isViewed={row.kind === 'file' && props.viewed.has(row.file.id)}
                onPress={read}
              />
            </div>
          ))}
        </div>
      </div>
    </div>
  );
};

/** What pressing a row does, for those who stay in the tree and for those who go on to read. */
const pressing = ({ onChoose, onRead }: FileTreeProps, toggle: (path: string) => void) => {
  const press = (row: TreeRow) => {
    if (row.kind === 'file') onChoose(row.file.id);
    else toggle(row.path);
  };
  const read = (row: TreeRow) => {
    press(row);
    if (row.kind === 'file') onRead();
  };
  return { press, read };
};

interface TreeHeadProps extends Omit<ComponentProps<typeof FilterBox>, 'label'> {
  readonly children?: ReactNode;
}

const TreeHead = ({ children, ...filter }: TreeHeadProps) => (
  <div className="diff-tree-filter">
    {children}
    <FilterBox label={diffTexts().filterFiles} {...filter} />
  </div>
);

/** Rows that match the filter and are not in a collapsed folder. */
const useRows = ({ files, currentFileId, unfoldedFiles = Infinity }: FileTreeProps) => {
  const [filter, setFilter] = useState('');
  const tree = useMemo(() => buildTree(files), [files]);
  const current = files.find(({ id }) => id === currentFileId)?.path;
  const [collapsed, setCollapsed] = useState<ReadonlySet<string>>(
    () => new Set(files.length > unfoldedFiles ? foldersBeside(tree, current) : []),
  );
  const [followed, setFollowed] = useState(current);
  // A diff goes through its files while it is scrolled, which must not move the tree.
  if (current !== followed && unfoldedFiles !== Infinity) {
    setFollowed(current);
    if (current !== undefined) setCollapsed(openedAround(collapsed, current));
  }
  const rows = useMemo(() => treeRows(tree, { collapsed, filter }), [tree, collapsed, filter]);
  const toggle = (path: string) => setCollapsed((before) => toggled(before, path));
  return { rows, filter, setFilter, toggle };
};

interface RowListOptions {
  readonly rows: readonly TreeRow[];
  readonly currentKey: string;
  readonly onPress: (row: TreeRow) => void;
  /** The same, and leaves the tree. */
  readonly onEnter: (row: TreeRow) => void;
}

/** The virtualized rows and the keyboard cursor, initially on the current file. */
const useRowList = ({ rows, currentKey, onPress, onEnter }: RowListOptions) => {
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  const prefix = useId();
  const [activeKey, setActiveKey] = useState<string>();
  // The virtualizer triggers its own renders while scrolling, and nothing of it is memoized here.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller,
    estimateSize: () => rowHeight,
    overscan: 6,
  });
  const indexOf = (key: string | undefined) => rows.findIndex((row) => row.key === key);
  const currentIndex = indexOf(currentKey);
  const activeIndex = Math.max(0, activeKey === undefined ? currentIndex : indexOf(activeKey));
  useEffect(() => {
    if (scroller === null) return;
    if (currentIndex >= 0) virtualizer.scrollToIndex(currentIndex, { align: 'auto' });
    setActiveKey(undefined);
  }, [virtualizer, scroller, currentIndex]);
  const onKeyDown = useTreeKeys({
    rows,
    activeIndex,
    onPress: (row, key) => {
      setActiveKey(row.key);
      (key === 'Enter' ? onEnter : onPress)(row);
    },
    onFocus: (row) => {
      setActiveKey(row.key);
      virtualizer.scrollToIndex(indexOf(row.key), { align: 'auto' });
    },
  });
  const visible = virtualizer.getVirtualItems().flatMap(({ index, start }) => {
    const row = rows[index];
    return row === undefined ? [] : [{ row, start, id: `${prefix}${row.key}` }];
  });
  const active = rows[activeIndex];
  const activeId = active === undefined ? undefined : `${prefix}${active.key}`;
  return {
    scroller,
    setScroller,
    visible,
    activeId,
    onKeyDown,
    height: virtualizer.getTotalSize(),
  };
};

/** The same set if nothing is collapsed around the path. */
const openedAround = (collapsed: ReadonlySet<string>, path: string): ReadonlySet<string> => {
  const left = [...collapsed].filter((folder) => !path.startsWith(`${folder}/`));
  return left.length === collapsed.size ? collapsed : new Set(left);
};

const toggled = (set: ReadonlySet<string>, value: string): ReadonlySet<string> => {
  const next = new Set(set);
  if (!next.delete(value)) next.add(value);
  return next;
};

interface TreeKeysOptions {
  readonly rows: readonly TreeRow[];
  readonly activeIndex: number;
  readonly onFocus: (row: TreeRow) => void;
  /** Toggles a folder or chooses a file. */
  readonly onPress: (row: TreeRow, key: string) => void;
}

/** Pause that resets type-ahead. */
const typeAheadMs = 700;

/** Keyboard handling of the tree; returns the `keydown` handler. */
const useTreeKeys = ({ rows, activeIndex, onFocus, onPress }: TreeKeysOptions) => {
  const typed = useRef({ text: '', atMs: 0 });
  const focusAt = (index: number) => {
    const row = rows[index];
    if (row !== undefined) onFocus(row);
  };
  return (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const action = treeAction(rows, activeIndex, event.key);
    const row = rows[action?.index ?? activeIndex];
    if (action?.type === 'focus') focusAt(action.index);
    else if (action !== undefined && row !== undefined) onPress(row, event.key);
    else if (/^\S$/u.test(event.key)) {
      const isGoingOn = event.timeStamp - typed.current.atMs < typeAheadMs;
      const text = isGoingOn ? typed.current.text + event.key : event.key;
      typed.current = { text, atMs: event.timeStamp };
      focusAt(typeAhead(rows, activeIndex, text));
    } else return;
    event.preventDefault();
    // Type-ahead must not trigger the page's shortcuts.
    event.stopPropagation();
  };
};
