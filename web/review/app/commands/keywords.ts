import type { Command } from '../../ui/page.ts';

/** Other words, in each language of the pages, that people look for a command by. */
export const keywords: Readonly<Partial<Record<Command['id'], string>>> = {
  'comment.delete': 'remove strike cut entfernen streichen',
  'comment.here': 'note remark annotate add bemerkung anmerkung notiz',
  'comment.suggest': 'replace rewrite edit ersetzen ändern',
  'comment.undo': 'revert rückgängig',
  'comment.whole': 'general whole global document allgemein insgesamt',
  'decide.approve': 'accept lgtm ok yes submit annehmen genehmigen zustimmen',
  'decide.close': 'exit quit cancel abort beenden abbrechen',
  'decide.deny': 'reject refuse request changes ablehnen',
  'decide.feedback': 'submit review request changes abschicken absenden',
  'file.find': 'open jump switch path öffnen springen pfad',
  'file.viewed': 'seen read done mark check tick gesehen gelesen erledigt',
  'file.viewed-next': 'seen read done mark check tick gesehen gelesen erledigt',
  'file.whole': 'expand collapse context full unchanged lines aufklappen kontext vollständig',
  'finding.dismiss': 'ignore hide resolve ausblenden ignorieren',
  'finding.dismiss-listed': 'ignore hide resolve ausblenden ignorieren',
  'search.open': 'find grep text finden',
  'view.help': 'shortcuts keyboard hotkeys keybindings hilfe tastatur kürzel',
  'view.outline': 'sidebar tree files toc contents headings navigation seitenleiste baum inhalt',
  'view.panel': 'sidebar list findings comments right seitenleiste liste rechts',
  'view.print': 'pdf paper export papier',
  'view.refresh': 'reload update again neu laden',
  'view.source': 'raw markdown code text roh',
  'view.split':
    'split unified side by side columns layout diff inline double geteilt vereint spalten ansicht',
  'view.theme': 'theme dark light night mode colours colors appearance farben dunkel nacht design',
  'view.whitespace': 'spaces indentation indent ignore tabs leerzeichen einrückung',
  'view.wrap': 'word soft wrapping scroll horizontal long lines zeilenumbruch umbruch',
};
