import type { ChangedFile } from '../../../../shared/placement/manifest.ts';
import { nameOf, pathParts, unquoted } from '../path-parts.ts';

/** A file of the tree; those of a change say what happened to them. */
export type TreeFile = Pick<ChangedFile, 'id' | 'path'> &
  Partial<Pick<ChangedFile, 'oldPath' | 'status' | 'additions' | 'deletions'>>;

interface FileNode {
  readonly kind: 'file';
  readonly name: string;
  readonly file: TreeFile;
}

interface FolderNode {
  readonly kind: 'folder';
  /** One segment, or several for folders with a single folder inside: `src/review/diff`. */
  readonly name: string;
  readonly path: string;
  readonly children: readonly TreeNode[];
}

export type TreeNode = FileNode | FolderNode;

interface Building {
  readonly kind: 'folder';
  readonly name: string;
  readonly path: string;
  readonly children: (FileNode | Building)[];
  readonly folders: Map<string, Building>;
}

const emptyFolder = (name: string, path: string): Building => ({
  kind: 'folder',
  name,
  path,
  children: [],
  folders: new Map(),
});

/** Arranges files in folders. Keeps their order, so that a diff and its tree read from top to bottom. */
export const buildTree = (files: readonly TreeFile[]): TreeNode[] => {
  const root = emptyFolder('', '');
  for (const file of files) {
    const [folders] = pathParts(unquoted(file.path));
    let folder = root;
    for (const segment of folders.split('/').slice(0, -1)) folder = enterFolder(folder, segment);
    folder.children.push({ kind: 'file', name: nameOf(file.path), file });
  }
  return finishChildren(root);
};

const enterFolder = (parent: Building, name: string): Building => {
  const there = parent.folders.get(name);
  if (there !== undefined) return there;
  const made = emptyFolder(name, parent.path === '' ? name : `${parent.path}/${name}`);
  parent.folders.set(name, made);
  parent.children.push(made);
  return made;
};

const finishChildren = ({ children }: Building): TreeNode[] =>
  children.map((child) => (child.kind === 'file' ? child : finishFolder(child)));

/** Merges a folder with its only child folder, repeatedly. */
const finishFolder = (folder: Building): FolderNode => {
  let { name } = folder;
  let current = folder;
  for (;;) {
    const [only, second] = current.children;
    if (only?.kind !== 'folder' || second !== undefined) break;
    name += `/${only.name}`;
    current = only;
  }
  return { kind: 'folder', name, path: current.path, children: finishChildren(current) };
};

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
  | (FileNode & RowPlace)
  | (FolderNode & RowPlace & { readonly isExpanded: boolean });

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
export const filesIn = ({ children }: FolderNode): TreeFile[] =>
  children.flatMap((child) => (child.kind === 'folder' ? filesIn(child) : [child.file]));

/** The paths of all folders that a path is not in: collapsed, they leave a large tree readable. */
export const foldersBeside = (nodes: readonly TreeNode[], path: string | undefined): string[] =>
  nodes.flatMap((node) => {
    if (node.kind === 'file') return [];
    const isAround = path?.startsWith(`${node.path}/`) === true;
    return [...(isAround ? [] : [node.path]), ...foldersBeside(node.children, path)];
  });
