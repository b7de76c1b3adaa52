import type { StructureEntry, UnreadFile } from '../../../shared/session/structure.ts';
import { inPageLanguage } from './catalogue.ts';
import { formatNumber } from './format.ts';

type Change = StructureEntry['change'];
type Kind = StructureEntry['kind'];

interface StructureTexts {
  readonly loading: string;
  readonly none: string;
  readonly list: string;
  readonly order: string;
  readonly orders: Readonly<Record<'file' | 'change', string>>;
  readonly counted: (shown: number) => string;
  readonly more: (count: number) => string;
  readonly late: (files: number) => string;
  readonly hideFormatting: (count: number) => string;
  readonly changes: Readonly<Record<Change, string>>;
  readonly andChanged: string;
  readonly kinds: Readonly<Record<Kind, string>>;
  /** Names of what has none. */
  readonly names: Readonly<Record<'imports' | 'code', string>>;
  readonly from: (what: string) => string;
  readonly unread: Readonly<Record<UnreadFile['reason'], string>>;
}

const en: StructureTexts = {
  loading: 'Reading the code …',
  none: 'Nothing in this change has a structure that Galley can read.',
  list: 'Functions, classes and types that changed',
  order: 'Order',
  orders: { file: 'By file', change: 'By change' },
  counted: (shown) => (shown === 1 ? '1 change' : `${formatNumber(shown)} changes`),
  more: (count) => `${formatNumber(count)} more are not listed.`,
  late: (files) =>
    files === 1
      ? '1 file took too long to read.'
      : `${formatNumber(files)} files took too long to read.`,
  hideFormatting: (count) => `Hide formatting only (${formatNumber(count)})`,
  changes: {
    added: 'added',
    removed: 'removed',
    changed: 'changed',
    renamed: 'renamed',
    moved: 'moved',
    reformatted: 'formatting only',
  },
  andChanged: 'changed',
  kinds: {
    function: 'function',
    method: 'method',
    class: 'class',
    interface: 'interface',
    type: 'type',
    enum: 'enum',
    module: 'module',
    variable: 'variable',
    test: 'test',
    rule: 'rule',
    imports: 'imports',
    code: 'code',
  },
  names: { imports: 'Imports', code: 'Code outside of functions' },
  from: (what) => `from ${what}`,
  unread: {
    'no-grammar': 'Not read: no grammar for the language',
    generated: 'Not read: generated',
    'too-large': 'Not read: too large',
    'too-slow': 'Not read: takes too long',
    unreadable: 'Not read: no longer what was compared',
  },
};

const de: StructureTexts = {
  loading: 'Der Code wird gelesen …',
  none: 'Nichts in dieser Änderung hat eine Struktur, die Galley lesen kann.',
  list: 'Geänderte Funktionen, Klassen und Typen',
  order: 'Reihenfolge',
  orders: { file: 'Nach Datei', change: 'Nach Art der Änderung' },
  counted: (shown) => (shown === 1 ? '1 Änderung' : `${formatNumber(shown)} Änderungen`),
  more: (count) => `${formatNumber(count)} weitere sind nicht aufgeführt.`,
  late: (files) =>
    files === 1
      ? 'Eine Datei zu lesen hätte zu lange gedauert.'
      : `${formatNumber(files)} Dateien zu lesen hätte zu lange gedauert.`,
  hideFormatting: (count) => `Reine Formatierung ausblenden (${formatNumber(count)})`,
  changes: {
    added: 'neu',
    removed: 'entfernt',
    changed: 'geändert',
    renamed: 'umbenannt',
    moved: 'verschoben',
    reformatted: 'nur formatiert',
  },
  andChanged: 'geändert',
  kinds: {
    function: 'Funktion',
    method: 'Methode',
    class: 'Klasse',
    interface: 'Schnittstelle',
    type: 'Typ',
    enum: 'Aufzählung',
    module: 'Modul',
    variable: 'Variable',
    test: 'Test',
    rule: 'Regel',
    imports: 'Importe',
    code: 'Code',
  },
  names: { imports: 'Importe', code: 'Code außerhalb von Funktionen' },
  from: (what) => `aus ${what}`,
  unread: {
    'no-grammar': 'Nicht gelesen: keine Grammatik für die Sprache',
    generated: 'Nicht gelesen: generiert',
    'too-large': 'Nicht gelesen: zu groß',
    'too-slow': 'Nicht gelesen: dauert zu lange',
    unreadable: 'Nicht gelesen: nicht mehr der verglichene Stand',
  },
};

/** The texts of the list, which are loaded with it, in the language of the page. */
export const structureTexts = (): StructureTexts => inPageLanguage(en, de);
