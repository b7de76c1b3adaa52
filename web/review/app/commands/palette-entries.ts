import type { StructureEntry } from '../../../../shared/session/structure.ts';
import { showHidden, showPath } from '../../../../shared/visible-text.ts';
import type { NamedCommand } from '../../../shell/commands/command.ts';
import { paletteTexts } from '../../../shell/texts/command-texts.ts';
import { blocksOf } from '../../store/content-slice.ts';
import type { State } from '../../store/state.ts';
import { nameOf } from '../../ui/command-title.ts';
import type { Page, Command } from '../../ui/page.ts';
import { commands } from './command-list.ts';

/** A command, or a place in the content to go to. */
export interface PaletteEntry extends NamedCommand {
  readonly run: (page: Page) => void;
}

/** Ids of the commands that can run once the palette is closed; a single string, so that it compares by value. */
export const runnableIds = (state: State): string => {
  const behind: State = { ...state, panel: { ...state.panel, dialog: undefined } };
  return commands
    .filter((command) => command.id !== 'view.palette' && command.canRun(behind))
    .map(({ id }) => id)
    .join(' ');
};

/** The commands with the given ids, and places in the content. */
export const paletteEntries = (state: State, ids: string): readonly PaletteEntry[] => {
  const among = new Set(ids.split(' '));
  const runnable = commands
    .filter(({ id }) => among.has(id))
    .map((command): PaletteEntry => ({
      ...nameOf(command, state.settings.keys),
      keywords: keywords[command.id] ?? '',
      run: command.run,
    }));
  const named = new Map(runnable.toReversed().map((entry) => [entry.title, entry]));
  return [...runnable.filter((entry) => named.get(entry.title) === entry), ...places(state)];
};

const places = ({ content }: State): PaletteEntry[] => {
  const { goTo } = paletteTexts();
  const files = (content.diff?.files ?? []).map(({ id, path }) => ({
    id: `file ${id}`,
    title: goTo(path),
    keys: [],
    run: ({ viewer }: Page) => viewer.current()?.openFile?.(id),
  }));
  const headings = blocksOf(content)
    .filter(({ kind }) => kind === 'heading')
    .map(({ id, text }) => ({
      id: `block ${id}`,
      title: goTo(text),
      keys: [],
      run: ({ viewer }: Page) => viewer.current()?.goToBlock?.(id),
    }));
  return [...files, ...headings];
};

/** The symbols of a change to go to. */
export const symbolEntries = (
  { content }: State,
  symbols: readonly StructureEntry[],
): PaletteEntry[] => {
  const { goTo } = paletteTexts();
  const paths = new Map(content.diff?.files.map(({ id, path }) => [id, path]));
  return symbols.flatMap(({ name, fileId, side, line }, index) => {
    const path = paths.get(fileId);
    if (name === '' || path === undefined) return [];
    return {
      id: `symbol ${index}`,
      title: goTo(`${showHidden(name)} · ${showPath(path)}`),
      keys: [],
      run: ({ viewer }: Page) =>
        viewer.current()?.goToHit({ kind: 'line', fileId, side, line, start: 0 }),
    };
  });
};

/** Synonyms in every language of the pages. */
export const keywords: Readonly<Partial<Record<Command['id'], string>>> = {
  'comment.delete': 'remove strike cut entfernen streichen',
  'comment.here': 'note annotation annotate add bemerkung anmerkung notiz',
  'comment.suggest': 'replace rewrite edit ersetzen ändern',
  'comment.undo': 'revert rückgängig',
  'comment.whole': 'general whole global document allgemein insgesamt',
  'decide.approve': 'accept lgtm ok yes submit annehmen genehmigen zustimmen',
  'decide.close': 'exit quit cancel abort beenden abbrechen',
  'decide.deny': 'reject refuse request changes ablehnen',
  'decide.feedback': 'submit review request changes abschicken absenden',
  'document.note': 'markdown obsidian vault export file download notiz exportieren datei',
  'document.share': 'export send colleague html file download teilen kollegen senden datei',
  'file.find': 'open jump switch path öffnen springen pfad',
  'file.open': 'project path unchanged öffnen projekt pfad',
  'file.viewed': 'seen read done mark check tick gesehen gelesen erledigt',
  'file.viewed-next': 'seen read done mark check tick gesehen gelesen erledigt',
  'file.whole': 'expand collapse context full unchanged lines aufklappen kontext vollständig',
  'finding.dismiss': 'ignore hide resolve ausblenden ignorieren',
  'finding.dismiss-listed': 'ignore hide resolve ausblenden ignorieren',
  'symbol.definition': 'declaration jump symbol navigate definition deklaration springen',
  'symbol.find': 'function class type project symbol palette name funktion klasse typ projekt',
  'symbol.references': 'usages uses callers symbol navigate verwendungen aufrufe',
  'round.changes': 'rounds since words difference marks runde geändert unterschied',
  'round.details': 'rounds interdiff comments addressed outdated runde kommentare erledigt',
  'round.next-change': 'rounds difference step runde änderung',
  'round.previous-change': 'rounds difference step runde änderung',
  'round.next-comment': 'rounds replies agent settle runde antworten',
  'round.only-new': 'rounds interdiff since changed hide runde geändert ausblenden',
  'search.open': 'find grep text finden',
  'view.fold':
    'formatting whitespace generated collapse hide trivial formatierung leerzeichen ausblenden',
  'view.fold-imports': 'includes use collapse hide trivial expand importe ausblenden aufklappen',
  'view.help': 'shortcuts keyboard hotkeys keybindings hilfe tastatur kürzel',
  'view.order': 'sort files changed first sortieren reihenfolge dateien',
  'view.outline': 'sidebar tree files toc contents headings navigation seitenleiste baum inhalt',
  'view.panel': 'sidebar list findings comments right seitenleiste liste rechts',
  'view.print': 'pdf paper export papier',
  'view.refresh': 'reload update again neu laden',
  'view.scope':
    'base branch commit range staged unstaged uncommitted compare diff vergleich zweig bereich',
  'view.skills': 'skill agent claude codex instructions review guidelines anweisungen regeln',
  'view.frame': 'html original web page text seite webseite',
  'view.source': 'raw markdown code text roh',
  'view.split':
    'split unified side by side columns layout diff inline double geteilt vereint spalten ansicht',
  'view.structure':
    'symbols functions classes methods semantic outline formatting symbole funktionen struktur',
  'view.theme': 'theme dark light night mode colours colors appearance farben dunkel nacht design',
  'view.versions': 'history earlier previous diff compare changes versionen verlauf vergleich',
  'view.whitespace': 'spaces indentation indent ignore tabs leerzeichen einrückung',
  'view.wrap': 'word soft wrapping scroll horizontal long lines zeilenumbruch umbruch',
};
