import type { Node, Tree, TreeCursor } from 'web-tree-sitter';
import { namedEntity, type Named } from './entity-name.ts';
import { finish, type Draft, type Entity, type Piece } from './entity.ts';
import type { Grammar } from './grammars.ts';
import { isWholeToken, LateError, mark, TokenReader, type ReaderOptions } from './token-reader.ts';

/** Deeper members count as part of what they are in. */
const maxDepth = 100;
/** How many members a wrapper is looked through for, and how many wrappers in each other. */
const maxWrapped = 30;
const maxWrappers = 4;
/**
 * Reads the entities of a parsed file. The root is the whole file; its own code is what is in no other one.
 * @returns undefined if the deadline, as of `performance.now`, has passed
 */
export const readEntities = (
  tree: Tree,
  source: string,
  options: ReaderOptions,
): Entity | undefined => {
  const cursor = tree.walk();
  try {
    return new EntityReader(cursor, source, options).read();
  } catch (error) {
    if (error instanceof LateError) return undefined;
    throw error;
  } finally {
    cursor.delete();
  }
};

interface Place {
  /** Whether only wrappers and bodies stand between the node and the entity that it is in. */
  readonly isDirect: boolean;
  readonly depth: number;
  /** Id of the node of the entity itself, if it stands in a wrapper. */
  readonly self?: number | undefined;
}

interface Member extends Named {
  readonly isContainer: boolean;
  readonly node: Node;
}

/** One walk through all nodes in the order of the text, which gives each token to an entity. */
class EntityReader {
  readonly #cursor: TreeCursor;
  readonly #tokens: TokenReader;
  readonly #grammar: Grammar;
  readonly #imports: ReadonlySet<string>;
  readonly #wrappers: ReadonlySet<string>;
  readonly #bodies: ReadonlySet<string>;
  readonly #attributes: ReadonlySet<string>;
  #imported: Draft | undefined;

  constructor(cursor: TreeCursor, source: string, options: ReaderOptions) {
    const { grammar } = options;
    this.#cursor = cursor;
    this.#tokens = new TokenReader(cursor, source, options);
    this.#grammar = grammar;
    this.#imports = new Set(grammar.imports);
    this.#wrappers = new Set(grammar.wrappers);
    this.#bodies = new Set(grammar.bodies);
    this.#attributes = new Set(grammar.attributes);
  }

  read(): Entity {
    const root = this.#draft({ kind: 'code', name: '' }, 0, 0);
    this.#readMembers(root, { isDirect: true, depth: 0 });
    this.#tokens.takeRest(root.pieces);
    root.last = this.#lastLine();
    return finish(root);
  }

  /** Reads the children of the current node. @returns false if there are none */
  #readMembers(owner: Draft, place: Place): boolean {
    const cursor = this.#cursor;
    if (!cursor.gotoFirstChild()) return false;
    let before: Piece[] = [];
    let beforeRow: number | undefined;
    const give = (to: Draft): void => {
      for (const piece of before) to.pieces.push(piece);
      before = [];
      beforeRow = undefined;
      this.#tokens.owner = to.pieces;
    };
    do {
      this.#tokens.countNode();
      const type = cursor.nodeType;
      if (before.length > 0 && this.#tokens.isAfterEmptyLine()) give(owner);
      if (this.#isLead(type)) {
        beforeRow ??= cursor.startPosition.row;
        this.#tokens.take(before);
        continue;
      }
      const member = this.#memberHere(type, owner, place);
      if (member === undefined) {
        if (before.length > 0) give(owner);
        this.#readOther(type, owner, place);
        continue;
      }
      const made = this.#memberDraft(owner, member, beforeRow ?? cursor.startPosition.row);
      if (before.length > 0) give(made);
      this.#readMember(made, member, place);
      made.last = this.#lastLine();
    } while (cursor.gotoNextSibling());
    if (before.length > 0) give(owner);
    cursor.gotoParent();
    return true;
  }

  /** What belongs to no member: it may still hold some. */
  #readOther(type: string, owner: Draft, { isDirect, depth, self }: Place): void {
    const cursor = this.#cursor;
    if (!cursor.nodeIsNamed || depth >= maxDepth || isWholeToken(type)) {
      this.#tokens.take(owner.pieces);
      return;
    }
    if (cursor.nodeId === self) {
      this.#inNode(type, owner, { isDirect, depth });
      return;
    }
    const isSeenThrough = this.#wrappers.has(type) || this.#bodies.has(type);
    this.#inNode(type, owner, { isDirect: isDirect && isSeenThrough, depth, self });
  }

  #inNode(type: string, owner: Draft, place: Place): void {
    const begin = mark(`(${type}`);
    owner.pieces.push(begin);
    if (this.#readMembers(owner, { ...place, depth: place.depth + 1 })) {
      // What only holds members comes and goes with them.
      if (owner.pieces.at(-1) === begin) owner.pieces.pop();
      else owner.pieces.push(mark(')'));
    } else {
      owner.pieces.pop();
      this.#tokens.take(owner.pieces);
    }
  }

  #readMember(made: Draft, { isContainer, node }: Member, { depth }: Place): void {
    const isWrapped = node.id !== this.#cursor.nodeId;
    if (!isContainer || depth >= maxDepth) this.#tokens.take(made.pieces);
    else if (isWrapped)
      this.#readMembers(made, { isDirect: true, depth: depth + 1, self: node.id });
    else this.#readMembers(made, { isDirect: true, depth: depth + 1 });
  }

  /** The entity that the current node is, or that it wraps. */
  #memberHere(type: string, owner: Draft, { isDirect, self }: Place): Member | undefined {
    if (this.#cursor.nodeId === self) return undefined;
    if (this.#imports.has(type))
      return {
        kind: 'imports',
        name: '',
        isContainer: false,
        node: this.#cursor.currentNode,
      };
    const isWrapper = this.#wrappers.has(type);
    if (!isWrapper && !this.#isListed(type)) return undefined;
    // A variable of a class is a part of it.
    const hasVariables = isDirect && (owner.kind === 'code' || owner.kind === 'module');
    const found = this.#entityIn(this.#cursor.currentNode, { isDirect, hasVariables, depth: 0 });
    return found?.node.id === self ? undefined : found;
  }

  #isListed(type: string): boolean {
    const { leaves, containers } = this.#grammar;
    return Object.hasOwn(leaves, type) || Object.hasOwn(containers, type);
  }

  #entityIn(
    node: Node,
    look: { isDirect: boolean; hasVariables: boolean; depth: number },
  ): Member | undefined {
    const { leaves, containers } = this.#grammar;
    const isContainer = Object.hasOwn(containers, node.type);
    const kind = isContainer ? containers[node.type] : leaves[node.type];
    if (kind !== undefined) {
      if (kind === 'test' && !look.isDirect) return undefined;
      const named = namedEntity(node, kind, look.hasVariables);
      return named === undefined ? undefined : { ...named, isContainer, node };
    }
    if (!this.#wrappers.has(node.type) || look.depth >= maxWrappers) return undefined;
    if (node.namedChildCount > maxWrapped) return undefined;
    const deeper = { ...look, depth: look.depth + 1 };
    const found = node.namedChildren.flatMap((child) => this.#entityIn(child, deeper) ?? []);
    return found.length === 1 ? found[0] : undefined;
  }

  #memberDraft(owner: Draft, named: Named, row: number): Draft {
    if (named.kind === 'imports' && this.#imported !== undefined) return this.#imported;
    const made = this.#draft(named, row, owner.pieces.length);
    owner.members.push(made);
    if (named.kind === 'imports') this.#imported = made;
    return made;
  }

  #draft({ kind, name }: Named, row: number, at: number): Draft {
    return { kind, name, first: row + 1, last: row + 1, at, pieces: [], members: [] };
  }

  /** The line that the current node ends on. */
  #lastLine(): number {
    const { row, column } = this.#cursor.endPosition;
    return column === 0 && row > 0 ? row : row + 1;
  }

  /** Whether what belongs to the next entity begins here: a comment on a line of its own, or an attribute. */
  #isLead(type: string): boolean {
    if (this.#attributes.has(type)) return true;
    return type.includes('comment') && this.#tokens.isOnNewLine();
  }
}
