import type { Node } from 'web-tree-sitter';
import type { EntityKind } from '../../../shared/session/structure.ts';

export interface Named {
  readonly kind: EntityKind;
  readonly name: string;
}

const functionValues = new Set([
  'arrow_function',
  'function_expression',
  'generator_function',
  'function',
]);
const testFunctions = /^(?:describe|suite|context|it|test|specify|bench)\b/u;
const maxNameLength = 200;

/** The kind and name of a node of the types that a grammar lists; undefined if it is no entity after all. */
export const namedEntity = (node: Node, kind: EntityKind, isDirect: boolean): Named | undefined => {
  const found = special[node.type]?.(node, kind) ?? byField(node, kind);
  if (found === undefined || (found.kind === 'variable' && !isDirect)) return undefined;
  const name = found.name.replace(/\s+/gu, ' ').trim();
  return name === '' ? undefined : { ...found, name: name.slice(0, maxNameLength) };
};

const textOf = (node: Node | null | undefined): string => node?.text.slice(0, 1000) ?? '';

const byField = (node: Node, kind: EntityKind): Named | undefined => {
  const name = textOf(node.childForFieldName('name'));
  return name === '' ? undefined : { kind, name };
};

type NameOf = (node: Node, kind: EntityKind) => Named | undefined;

const none: Named = { kind: 'variable', name: '' };

/** The innermost declarator of C and C++, past pointers and parameters. */
const declared = (node: Node): { readonly name: string; readonly isFunction: boolean } => {
  let isFunction = false;
  let inner = node.childForFieldName('declarator');
  for (let depth = 0; inner !== null && depth < 20; depth += 1) {
    isFunction ||= inner.type === 'function_declarator';
    const next = inner.childForFieldName('declarator');
    if (next === null) break;
    inner = next;
  }
  return { name: textOf(inner), isFunction };
};

const declaration: NameOf = (node, kind) => {
  const { name, isFunction } = declared(node);
  if (kind === 'variable') return { kind: isFunction ? 'function' : kind, name };
  return kind === 'method' && !isFunction ? none : { kind, name };
};

const withBody: NameOf = (node, kind) =>
  node.childForFieldName('body') === null ? none : byField(node, kind);

const variable: NameOf = (node, kind) => {
  const value = node.childForFieldName('value')?.type ?? '';
  const named = byField(node, functionValues.has(value) ? 'function' : kind);
  return value === 'class' && named !== undefined ? { ...named, kind: 'class' } : named;
};

const field: NameOf = (node, kind) => {
  const name = textOf(node.childForFieldName('name') ?? node.childForFieldName('property'));
  return functionValues.has(node.childForFieldName('value')?.type ?? '') ? { kind, name } : none;
};

/** `a.b = function …` in JavaScript; `A = 1` in Python, and in Ruby, where constants are capitalized. */
const assignment: NameOf = (node, kind) => {
  const left = node.childForFieldName('left');
  const right = node.childForFieldName('right')?.type ?? '';
  if (kind === 'function' && !functionValues.has(right)) return none;
  const isName = kind === 'function' || left?.type === 'identifier' || left?.type === 'constant';
  return isName ? { kind, name: textOf(left) } : none;
};

/** `describe('…', …)`, `it.only('…', …)` */
const testCall: NameOf = (node, kind) => {
  const called = node.childForFieldName('function');
  if (called === null || !testFunctions.test(called.text.slice(0, 20))) return none;
  const first = node.childForFieldName('arguments')?.firstNamedChild;
  const isText = first?.type === 'string' || first?.type === 'template_string';
  return isText ? { kind, name: textOf(first).slice(1, -1) } : none;
};

/** With the type of the receiver. */
const goMethod: NameOf = (node, kind) => {
  const receiver = node.childForFieldName('receiver')?.descendantsOfType('type_identifier')[0];
  const name = textOf(node.childForFieldName('name'));
  return { kind, name: receiver === undefined ? name : `${receiver.text}.${name}` };
};

const implementation: NameOf = (node, kind) => {
  const trait = textOf(node.childForFieldName('trait'));
  const type = textOf(node.childForFieldName('type'));
  return { kind, name: trait === '' ? type : `${trait} for ${type}` };
};

/** A CSS rule is called by what stands before its block. */
const selectors: NameOf = (node, kind) => {
  const block = node.lastNamedChild;
  const length = block === null ? 1000 : block.startIndex - node.startIndex;
  return { kind, name: node.text.slice(0, Math.min(length, 1000)) };
};

const special: Readonly<Record<string, NameOf>> = {
  function_definition: (node, kind) =>
    node.childForFieldName('name') === null ? declaration(node, kind) : byField(node, kind),
  declaration,
  field_declaration: declaration,
  type_definition: declaration,
  struct_specifier: withBody,
  union_specifier: withBody,
  enum_specifier: withBody,
  class_specifier: withBody,
  variable_declarator: variable,
  field_definition: field,
  public_field_definition: field,
  assignment_expression: assignment,
  assignment,
  call_expression: testCall,
  method_declaration: (node, kind) =>
    node.childForFieldName('receiver') === null ? byField(node, kind) : goMethod(node, kind),
  singleton_method: (node, kind) => ({
    kind,
    name: `self.${textOf(node.childForFieldName('name'))}`,
  }),
  impl_item: implementation,
  rule_set: selectors,
  keyframes_statement: selectors,
  media_statement: selectors,
  supports_statement: selectors,
};
