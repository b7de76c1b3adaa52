import type { EntityKind } from '../../../shared/session/structure.ts';

export interface Grammar {
  /** Package and base name of its WebAssembly. */
  readonly wasm: readonly [packageName: string, file: string];
  /** Entities without members of their own. */
  readonly leaves: Readonly<Record<string, EntityKind>>;
  /** Entities whose members are entities, too. */
  readonly containers: Readonly<Record<string, EntityKind>>;
  readonly imports: readonly string[];
  /** What belongs to the entity that it holds: `export`, decorators. */
  readonly wrappers: readonly string[];
  /** What may stand between a container and its members. */
  readonly bodies: readonly string[];
  /** Stand before the entity that they belong to, as comments do. */
  readonly attributes?: readonly string[];
  /** Whether whitespace between tokens means something, so that none of it is only formatting. */
  readonly isSpaceMeant?: true;
}

const javascript: Grammar = {
  wasm: ['tree-sitter-javascript', 'tree-sitter-javascript'],
  leaves: {
    function_declaration: 'function',
    generator_function_declaration: 'function',
    method_definition: 'method',
    variable_declarator: 'variable',
    assignment_expression: 'function',
    field_definition: 'method',
  },
  containers: { class_declaration: 'class', call_expression: 'test' },
  imports: ['import_statement'],
  wrappers: [
    'export_statement',
    'lexical_declaration',
    'variable_declaration',
    'expression_statement',
  ],
  bodies: ['class_body', 'arguments', 'arrow_function', 'function_expression', 'statement_block'],
};

const typescript: Grammar = {
  ...javascript,
  wasm: ['tree-sitter-typescript', 'tree-sitter-typescript'],
  leaves: {
    ...javascript.leaves,
    function_signature: 'function',
    abstract_method_signature: 'method',
    method_signature: 'method',
    public_field_definition: 'method',
    interface_declaration: 'interface',
    type_alias_declaration: 'type',
    enum_declaration: 'enum',
  },
  containers: {
    ...javascript.containers,
    abstract_class_declaration: 'class',
    internal_module: 'module',
    module: 'module',
  },
  wrappers: [...javascript.wrappers, 'ambient_declaration'],
};

const c: Grammar = {
  wasm: ['tree-sitter-c', 'tree-sitter-c'],
  leaves: {
    function_definition: 'function',
    declaration: 'variable',
    struct_specifier: 'class',
    union_specifier: 'class',
    enum_specifier: 'enum',
    type_definition: 'type',
    preproc_def: 'variable',
    preproc_function_def: 'function',
  },
  containers: {},
  imports: ['preproc_include'],
  wrappers: [],
  bodies: [
    'preproc_ifdef',
    'preproc_if',
    'preproc_else',
    'linkage_specification',
    'declaration_list',
  ],
};

const { struct_specifier: _, ...cLeaves } = c.leaves;

/** Grammars by the language of `languageOf`. */
export const grammars: Readonly<Record<string, Grammar>> = {
  javascript,
  jsx: javascript,
  typescript,
  tsx: { ...typescript, wasm: ['tree-sitter-typescript', 'tree-sitter-tsx'] },
  python: {
    wasm: ['tree-sitter-python', 'tree-sitter-python'],
    leaves: { function_definition: 'function', assignment: 'variable' },
    containers: { class_definition: 'class' },
    imports: ['import_statement', 'import_from_statement', 'future_import_statement'],
    wrappers: ['decorated_definition', 'expression_statement'],
    bodies: ['block'],
  },
  go: {
    wasm: ['tree-sitter-go', 'tree-sitter-go'],
    leaves: {
      function_declaration: 'function',
      method_declaration: 'method',
      type_spec: 'type',
      type_alias: 'type',
      var_spec: 'variable',
      const_spec: 'variable',
    },
    containers: {},
    imports: ['import_declaration'],
    wrappers: ['type_declaration', 'var_declaration', 'const_declaration'],
    bodies: ['var_spec_list'],
  },
  rust: {
    wasm: ['tree-sitter-rust', 'tree-sitter-rust'],
    leaves: {
      function_item: 'function',
      function_signature_item: 'function',
      struct_item: 'class',
      union_item: 'class',
      enum_item: 'enum',
      type_item: 'type',
      const_item: 'variable',
      static_item: 'variable',
      macro_definition: 'function',
    },
    containers: { impl_item: 'class', trait_item: 'interface', mod_item: 'module' },
    imports: ['use_declaration', 'extern_crate_declaration'],
    wrappers: [],
    bodies: ['declaration_list'],
    attributes: ['attribute_item'],
  },
  java: {
    wasm: ['tree-sitter-java', 'tree-sitter-java'],
    leaves: { method_declaration: 'method', constructor_declaration: 'method' },
    containers: {
      class_declaration: 'class',
      record_declaration: 'class',
      interface_declaration: 'interface',
      annotation_type_declaration: 'interface',
      enum_declaration: 'enum',
    },
    imports: ['import_declaration'],
    wrappers: [],
    bodies: ['class_body', 'interface_body', 'enum_body', 'enum_body_declarations'],
  },
  c,
  cpp: {
    ...c,
    wasm: ['tree-sitter-cpp', 'tree-sitter-cpp'],
    leaves: { ...cLeaves, field_declaration: 'method', alias_declaration: 'type' },
    containers: {
      namespace_definition: 'module',
      class_specifier: 'class',
      struct_specifier: 'class',
    },
    imports: ['preproc_include', 'using_declaration'],
    wrappers: ['template_declaration'],
    bodies: [...c.bodies, 'field_declaration_list'],
  },
  csharp: {
    wasm: ['tree-sitter-c-sharp', 'tree-sitter-c_sharp'],
    leaves: {
      method_declaration: 'method',
      constructor_declaration: 'method',
      operator_declaration: 'method',
      property_declaration: 'method',
      delegate_declaration: 'type',
      enum_declaration: 'enum',
    },
    containers: {
      namespace_declaration: 'module',
      class_declaration: 'class',
      struct_declaration: 'class',
      record_declaration: 'class',
      interface_declaration: 'interface',
    },
    imports: ['using_directive'],
    wrappers: [],
    bodies: ['declaration_list'],
  },
  ruby: {
    wasm: ['tree-sitter-ruby', 'tree-sitter-ruby'],
    leaves: { method: 'method', singleton_method: 'method', assignment: 'variable' },
    containers: { class: 'class', module: 'module' },
    imports: [],
    wrappers: [],
    bodies: ['body_statement', 'singleton_class'],
  },
  php: {
    wasm: ['tree-sitter-php', 'tree-sitter-php'],
    leaves: { function_definition: 'function', method_declaration: 'method' },
    containers: {
      class_declaration: 'class',
      interface_declaration: 'interface',
      trait_declaration: 'class',
      enum_declaration: 'enum',
    },
    imports: ['namespace_use_declaration'],
    wrappers: [],
    bodies: ['declaration_list', 'enum_declaration_list', 'compound_statement'],
    attributes: ['attribute_list'],
  },
  shellscript: {
    wasm: ['tree-sitter-bash', 'tree-sitter-bash'],
    leaves: { function_definition: 'function' },
    containers: {},
    imports: [],
    wrappers: [],
    bodies: [],
  },
  css: {
    wasm: ['tree-sitter-css', 'tree-sitter-css'],
    leaves: { rule_set: 'rule', keyframes_statement: 'rule' },
    containers: { media_statement: 'rule', supports_statement: 'rule' },
    imports: ['import_statement'],
    wrappers: [],
    bodies: ['block'],
  },
  html: {
    wasm: ['tree-sitter-html', 'tree-sitter-html'],
    leaves: {},
    containers: {},
    imports: [],
    wrappers: [],
    bodies: [],
    isSpaceMeant: true,
  },
  yaml: {
    wasm: ['@tree-sitter-grammars/tree-sitter-yaml', 'tree-sitter-yaml'],
    leaves: {},
    containers: {},
    imports: [],
    wrappers: [],
    bodies: [],
  },
  json: {
    wasm: ['tree-sitter-json', 'tree-sitter-json'],
    leaves: {},
    containers: {},
    imports: [],
    wrappers: [],
    bodies: [],
  },
};
