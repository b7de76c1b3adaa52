import { createHash } from 'node:crypto';
import type { EntityKind } from '../../../shared/session/structure.ts';
import { sketchOf } from './likeness.ts';

/** A function, class, type … of one side of a file. Digests, since what is compared must not be forged. */
export interface Entity {
  readonly kind: EntityKind;
  readonly name: string;
  /** 1-based lines, with the comments before it. */
  readonly first: number;
  readonly last: number;
  /** How many tokens of what it is in stand before it. */
  readonly after: number;
  /** Digest of its own text, without its members. */
  readonly text: string;
  /** The same without what is only formatting. */
  readonly code: string;
  /** Digest of its code with that of its members, but without its name. */
  readonly body: string;
  /** How many tokens it has with its members, and what they are like. */
  readonly tokens: number;
  readonly sketch: readonly number[];
  readonly members: readonly Entity[];
}

/** A token, whitespace between two, or the mark of a node's begin or end. */
export interface Piece {
  readonly text: string;
  /** Without what is only formatting. */
  readonly code: string;
  readonly isToken: boolean;
}

/** An entity that is still being read. */
export interface Draft {
  readonly kind: EntityKind;
  readonly name: string;
  readonly first: number;
  last: number;
  /** Before which piece of what it is in it stands. */
  readonly at: number;
  readonly pieces: Piece[];
  readonly members: Draft[];
}

export const finish = (draft: Draft): Entity => finishWithTokens(draft, 0).entity;

/** More tokens say no more about what it is like. */
const maxTokens = 20_000;

const finishWithTokens = (
  { pieces, members: drafts, at: _, ...facts }: Draft,
  after: number,
): { readonly entity: Entity; readonly tokens: readonly string[] } => {
  const { kind, name } = facts;
  const [text, code, body] = [newDigest(), newDigest(), newDigest()];
  const short = name.split(/[.:# ]/u).at(-1);
  const tokens: string[] = [];
  /** How many tokens stand before each piece. */
  const before: number[] = [];
  for (const piece of pieces) {
    before.push(tokens.length);
    text.update(piece.text);
    if (piece.code === '') continue;
    code.update(`\0${piece.code}`);
    body.update(`\0${piece.isToken && piece.code === short ? '' : piece.code}`);
    if (piece.isToken) tokens.push(piece.code);
  }
  const own = tokens.length;
  const finished = drafts.map((member) => finishWithTokens(member, before[member.at] ?? own));
  for (const { entity, tokens: others } of finished) {
    body.update(`\u0001${entity.kind}${entity.name}${entity.body}`);
    for (const token of others.slice(0, maxTokens - tokens.length)) tokens.push(token);
  }
  const isFile = kind === 'code' || kind === 'imports';
  return {
    tokens,
    entity: {
      ...facts,
      after,
      text: text.digest('base64'),
      code: code.digest('base64'),
      body: body.digest('base64'),
      tokens: tokens.length,
      sketch: isFile ? [] : sketchOf(tokens),
      members: finished.map(({ entity }) => entity),
    },
  };
};

const newDigest = () => createHash('sha256');
