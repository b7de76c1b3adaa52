import type { ChangedFile } from '../../../../../shared/placement/manifest.ts';
import type { FileNode, FolderNode, TreeNode } from './build-tree.ts';

interface RowPlace {
  /** Unique in the tree. */
  readonly key: string;
  /** 1-based, as `aria-level`. */
  readonly level: number;
  readonly position: number;
  readonly siblings: number;
  /** Key of the parent folder. */
  readonly parentKey: string | undefined;
}

export type TreeRow =
  (FileNode & RowPlace) | (FolderNode & RowPlace & { readonly isExpanded: boolean });

export interface RowsOptions {
  /** Paths of collapsed folders. */
  readonly collapsed: ReadonlySet<string>;
  /** Words that a path must contain, all of them, ignoring case. */
  readonly filter: string;
}

/** The visible rows. A filter expands every folder with a match. */
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

/** All files below a folder. */
export const filesIn = ({ children }: FolderNode): ChangedFile[] =>
  children.flatMap((child) => (child.kind === 'folder' ? filesIn(child) : [child.file]));
