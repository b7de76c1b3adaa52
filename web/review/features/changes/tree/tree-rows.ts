import type { ChangedFile } from '../../../../../shared/placement/manifest.ts';
import type { FileNode, FolderNode, TreeNode } from './build-tree.ts';

interface RowPlace {
  /** Unique in the tree. */
  readonly key: string;
  /** 1 at the top, as `aria-level` counts. */
  readonly level: number;
  readonly position: number;
  readonly siblings: number;
  /** Key of the folder that it stands in. */
  readonly parentKey: string | undefined;
}

/** A row of the tree as it is shown. */
export type TreeRow =
  (FileNode & RowPlace) | (FolderNode & RowPlace & { readonly isExpanded: boolean });

export interface RowsOptions {
  /** Paths of the folders that are folded. */
  readonly collapsed: ReadonlySet<string>;
  /** Words that a path must hold, all of them, whatever their case. */
  readonly filter: string;
}

/** The rows that are visible. With a filter every folder with a match is open. */
export const treeRows = (
  tree: readonly TreeNode[],
  { collapsed, filter }: RowsOptions,
): TreeRow[] => {
  const words = filter.toLowerCase().split(/\s+/u).filter(Boolean);
  const rows: TreeRow[] = [];
  const append = (nodes: readonly TreeNode[], level: number, parentKey: string | undefined) => {
    const shown = words.length === 0 ? nodes : nodes.filter((node) => isMatch(node, words));
    for (const [index, node] of shown.entries()) {
      const place = { level, position: index + 1, siblings: shown.length, parentKey };
      if (node.kind === 'file') rows.push({ ...node, ...place, key: `file:${node.file.id}` });
      else {
        const key = `folder:${node.path}`;
        const isExpanded = words.length > 0 || !collapsed.has(node.path);
        rows.push({ ...node, ...place, key, isExpanded });
        if (isExpanded) append(node.children, level + 1, key);
      }
    }
  };
  append(tree, 1, undefined);
  return rows;
};

const isMatch = (node: TreeNode, words: readonly string[]): boolean => {
  if (node.kind === 'folder') return node.children.some((child) => isMatch(child, words));
  const text = `${node.file.oldPath ?? ''}\n${node.file.path}`.toLowerCase();
  return words.every((word) => text.includes(word));
};

/** The files of a folder, those of folders in it among them. */
export const filesIn = ({ children }: FolderNode): ChangedFile[] =>
  children.flatMap((child) => (child.kind === 'folder' ? filesIn(child) : [child.file]));
