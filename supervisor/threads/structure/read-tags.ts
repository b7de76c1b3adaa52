import { createHash } from 'node:crypto';
import type { EntityKind } from '../../../shared/session/structure.ts';
import type { Entity } from './entity.ts';
import type { Grammar } from './grammars.ts';
import { parseFile } from './parse-file.ts';

/** Where something is defined, in a file. */
export interface Tag {
  readonly kind: EntityKind;
  /** Without the names of what it is in. */
  readonly name: string;
  /** 1-based lines, with the comments before it. */
  readonly first: number;
  readonly last: number;
}

/** As many files as a reviewer looks at in turn. */
const keptFiles = 200;
const kept = new Map<string, readonly Tag[]>();

/** The definitions in a file, none if it takes too long; kept by the blob's id. */
export const readTags = async (content: Buffer, grammar: Grammar): Promise<readonly Tag[]> => {
  const id = `${grammar.wasm[1]} ${idOf(content)}`;
  const known = kept.get(id);
  kept.delete(id);
  const tags = known ?? tagsOf((await parseFile(content, { grammar }))?.entities);
  kept.set(id, tags);
  for (const [oldest] of kept) {
    if (kept.size <= keptFiles) break;
    kept.delete(oldest);
  }
  return tags;
};

const idOf = (content: Buffer): string =>
  createHash('sha256').update(`blob ${content.length}\0`).update(content).digest('base64');

const tagsOf = (root: Entity | undefined): readonly Tag[] =>
  (root?.members ?? []).flatMap((entity) => {
    const { kind, name, first, last } = entity;
    const own = name.split(/[.:# ]/u).at(-1) ?? name;
    return [{ kind, name: own, first, last }, ...tagsOf(entity)];
  });
