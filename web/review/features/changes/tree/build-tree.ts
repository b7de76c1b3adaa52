import type { ChangedFile } from '../../../../../shared/placement/manifest.ts';
import { pathParts, unquoted } from '../patch/path-parts.ts';

export interface FileNode {
  readonly kind: 'file';
  readonly name: string;
  readonly file: ChangedFile;
}

export interface FolderNode {
  readonly kind: 'folder';
  /** One segment, or several for folders with a single folder inside: `src/review/diff`. */
  readonly name: string;
  readonly path: string;
  readonly children: readonly TreeNode[];
}

export type TreeNode = FileNode | FolderNode;

interface Building {
  readonly path: string;
  readonly children: (FileNode | { readonly kind: 'folder'; readonly name: string })[];
  readonly folders: Map<string, Building>;
}

/** Arranges changed files in folders. Keeps the order of the diff, so that both read from top to bottom. */
export const buildTree = (files: readonly ChangedFile[]): TreeNode[] => {
  const root: Building = { path: '', children: [], folders: new Map() };
  for (const file of files) {
    const [folders, name] = pathParts(unquoted(file.path));
    let folder = root;
    for (const segment of folders.split('/').slice(0, -1)) folder = enterFolder(folder, segment);
    folder.children.push({ kind: 'file', name, file });
  }
  return finishChildren(root);
};

const enterFolder = (parent: Building, name: string): Building => {
  const there = parent.folders.get(name);
  if (there !== undefined) return there;
  const path = parent.path === '' ? name : `${parent.path}/${name}`;
  const made: Building = { path, children: [], folders: new Map() };
  parent.folders.set(name, made);
  parent.children.push({ kind: 'folder', name });
  return made;
};

const finishChildren = (folder: Building): TreeNode[] =>
  folder.children.map((child) => {
    if (child.kind === 'file') return child;
    const inner = folder.folders.get(child.name);
    return finishFolder(
      child.name,
      inner ?? { path: child.name, children: [], folders: new Map() },
    );
  });

/** Merges a folder with its only child folder, repeatedly. */
const finishFolder = (name: string, folder: Building): FolderNode => {
  let merged = name;
  let current = folder;
  for (;;) {
    const [only, second] = current.children;
    const next =
      only?.kind === 'folder' && second === undefined ? current.folders.get(only.name) : undefined;
    if (only === undefined || next === undefined) break;
    merged += `/${only.name}`;
    current = next;
  }
  return { kind: 'folder', name: merged, path: current.path, children: finishChildren(current) };
};
