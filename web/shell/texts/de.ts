import { counted, formatLines, formatNumber, formatPercent, isOneLine, listed } from './format.ts';
import type { NetworkReason } from '../../../shared/network.ts';
import { defaultQuickLabels, type QuickLabel } from '../../../shared/quick-labels.ts';
import type { DashboardTexts, Texts } from './en.ts';

/** Key names on German keyboards. */
export const deKeyNames: Readonly<Record<string, string>> = {
  Ctrl: 'Strg',
  Shift: 'Umschalt',
  Delete: 'Entf',
  Home: 'Pos1',
  End: 'Ende',
  PageUp: 'Bild ↑',
  PageDown: 'Bild ↓',
};

const networkReasons: Readonly<Record<NetworkReason, string>> = {
  starting: 'noch im Start',
  asked: 'mit --remote, --no-remote oder GALLEY_REMOTE verlangt',
  setting: 'nach der Einstellung „remote“',
  sessions: 'wie die Sitzungen, die weiterlaufen',
  ssh: 'eine SSH-Sitzung wurde erkannt',
  container: 'ein Entwicklungscontainer wurde erkannt',
  nothing: 'weder SSH-Sitzung noch Entwicklungscontainer',
};

/** Shared by both pages. */
const help: Texts['help'] = {
  title: 'Tastenkürzel',
  all: 'Alle Befehle',
  close: 'Schließen',
  change: 'Tasten lassen sich ändern:',
  changeNote:
    'Zeigen Sie auf einen Befehl, um seine ID zu sehen; die Taste „none“ entfernt seine Tasten.',
  unknown: (ids) => `Die Einstellungen nennen Tasten für Befehle, die es nicht gibt: ${ids}`,
};

const outcomes = {
  approved: 'Freigegeben',
  denied: 'Änderungen verlangt',
  feedback: 'Rückmeldung gesendet',
  closed: 'Ohne Rückmeldung geschlossen',
  undecided: 'Ohne Entscheidung beendet',
};

/** Short form. */
const shortOutcomes = { ...outcomes, closed: 'Geschlossen', undecided: 'Unentschieden' };

const german: readonly QuickLabel[] = [
  { label: 'Wozu?', text: 'Wozu ist das nötig? Begründe es, oder lass es weg.', kind: 'question' },
  { label: 'Unklar', text: 'Das ist unklar. Schreib es genauer.' },
  { label: 'Zu viel', text: 'Das geht über das hinaus, was verlangt war. Lass es weg.' },
  {
    label: 'Riskant',
    text: 'Das ist riskant. Schreib, wie es getestet und wie es rückgängig gemacht wird.',
  },
  { label: 'Gut', text: 'Gut: So soll es bleiben.', kind: 'keep' },
];

const byDefault = JSON.stringify(defaultQuickLabels);

/** The labels from the settings; German ones if these are the defaults. */
const germanQuickLabels = (labels: readonly QuickLabel[]): readonly QuickLabel[] =>
  JSON.stringify(labels) === byDefault ? german : labels;

/** German texts of the review page. */
export const de: Texts = {
  commands: {
    groups: { Decide: 'Entscheiden', Comment: 'Kommentieren', Move: 'Bewegen', View: 'Ansicht' },
    titles: {
      'decide.confirm': 'Beim Abschließen: absenden',
      'decide.primary': 'Prüfung abschließen …',
      'decide.approve': 'Freigeben …',
      'decide.feedback': 'Rückmeldung senden …',
      'decide.deny': 'Änderungen verlangen …',
      'decide.close': 'Ohne Rückmeldung schließen',
      'decide.undo': 'Entscheidung zurücknehmen',
      'decide.send-now': 'Entscheidung jetzt senden',
      'comment.save': 'Im Editor: Kommentar speichern',
      'comment.here':
        'Ausgewählten Text oder Zeilen, sonst den aktuellen Block oder die Datei kommentieren',
      'comment.delete': 'Ausgewählten Text zum Streichen vormerken',
      'comment.suggest': 'Ersatz für ausgewählten Text oder den aktuellen Block vorschlagen',
      'comment.label-1': 'Erste Kurznotiz zum ausgewählten Text',
      'comment.label-2': 'Zweite Kurznotiz zum ausgewählten Text',
      'comment.label-3': 'Dritte Kurznotiz zum ausgewählten Text',
      'comment.label-4': 'Vierte Kurznotiz zum ausgewählten Text',
      'comment.label-5': 'Fünfte Kurznotiz zum ausgewählten Text',
      'select.next-line': 'Zeilenweise abwärts auswählen',
      'select.previous-line': 'Zeilenweise aufwärts auswählen',
      'select.next-block': 'Diesen Block auswählen, dann die nächsten',
      'select.previous-block': 'Diesen Block auswählen, dann die vorigen',
      'select.next-character': 'Zeichenweise vorwärts auswählen',
      'select.previous-character': 'Zeichenweise rückwärts auswählen',
      'select.next-word': 'Wortweise vorwärts auswählen',
      'select.previous-word': 'Wortweise rückwärts auswählen',
      'comment.whole': 'Allgemeinen Kommentar hinzufügen',
      'comment.edit': 'Ausgewählten Kommentar bearbeiten',
      'comment.remove': 'Ausgewählten Kommentar löschen',
      'comment.undo': 'Letzte Änderung an Kommentaren oder Befunden zurücknehmen',
      'comment.redo': 'Wiederholen',
      'finding.adopt': 'Ausgewählten Befund übernehmen',
      'finding.dismiss': 'Ausgewählten Befund verwerfen',
      'finding.accept-listed': 'Alle aufgeführten Befunde übernehmen',
      'finding.dismiss-listed': 'Alle aufgeführten Befunde verwerfen',
      'finding.restore-all': 'Alle verworfenen Befunde wiederherstellen',
      'move.next': 'Nächster Block oder nächste Änderung',
      'move.previous': 'Voriger Block oder vorige Änderung',
      'move.next-section': 'Nächste Überschrift oder Datei',
      'move.previous-section': 'Vorige Überschrift oder Datei',
      'move.next-finding': 'Nächster Befund oder Kommentar',
      'move.previous-finding': 'Voriger Befund oder Kommentar',
      'search.open': 'Den ganzen Inhalt durchsuchen',
      'search.instead': 'Den ganzen Inhalt durchsuchen',
      'search.next': 'Nächster Treffer',
      'search.previous': 'Voriger Treffer',
      'file.whole': 'Ganze Datei oder nur ihre Änderungen zeigen',
      'file.find': 'Zu Datei gehen',
      'file.viewed': 'Aktuelle Datei als angesehen markieren oder nicht',
      'file.viewed-next': 'Als angesehen markieren und zur nächsten Datei',
      'view.source': 'Quelltext des Dokuments anzeigen',
      'view.outline': 'Gliederung oder Dateien ein- oder ausblenden',
      'view.panel': 'Liste der Befunde und Kommentare ein- oder ausblenden',
      'view.split': 'Zwischen geteilter und einspaltiger Ansicht wechseln',
      'view.whitespace': 'Leerraumänderungen aus- oder einblenden',
      'view.wrap': 'Lange Zeilen umbrechen',
      'view.theme': 'Hell/Dunkel umschalten',
      'view.print': 'Drucken',
      'view.refresh': 'Aktualisieren: Änderungen von der Platte laden',
      'view.try-again': 'Noch einmal versuchen, den Inhalt vorzubereiten',
      'view.palette': 'Befehl, Datei oder Überschrift finden',
      'view.help': 'Tastenkürzel zeigen',
      'view.close-layer': 'Offenen Dialog oder offene Leiste schließen',
    },
  },
  ended: {
    label: 'Entscheidung',
    readOnly: 'Schreibgeschützt',
    whatTheAgentRead: 'Was der Agent gelesen hat',
  },
  palette: {
    title: 'Befehle und Stellen',
    placeholder: 'Befehl, Datei oder Überschrift eingeben',
    none: 'Keine Treffer.',
    goTo: (place) => `Gehe zu ${place}`,
  },
  help,
  search: {
    label: 'Suchen',
    found: (total) => (total === 0 ? 'Nicht gefunden' : counted(total, 'Treffer', 'Treffer')),
    at: (place, total) => `${formatNumber(place)} von ${formatNumber(total)}`,
    failed: 'Der Server hat nicht geantwortet',
    next: 'Nächster Treffer',
    previous: 'Voriger Treffer',
  },
  topBar: {
    view: 'Ansicht',
    more: 'Mehr',
    files: (count) => counted(count, 'Datei', 'Dateien'),
    round: (round) => `Runde ${formatNumber(round)}`,
  },
  freshness: {
    documentChanged: 'Dieses Dokument hat sich auf der Platte geändert, seit es geladen wurde.',
    changeChanged:
      'Die Dateien haben sich auf der Platte geändert, seit diese Änderung geladen wurde.',
    refresh: 'Aktualisieren',
    notRefreshed: (sentence) => `Aktualisieren fehlgeschlagen: ${sentence}`,
    outdated: (count) =>
      `${counted(count, 'Kommentar passt', 'Kommentare passen')} nicht mehr zum Code: siehe die Liste der Kommentare.`,
    isOutdated: 'Der Code hat sich geändert',
  },
  changes: { viewedNotKept: (why) => `Der Haken wurde nicht gespeichert: ${why}` },
  diff: {
    changedFiles: 'Geänderte Dateien',
    coming: 'Die Änderungen werden geladen …',
    filterFiles: 'Dateien filtern',
    noFileMatches: 'Keine passenden Dateien.',
    status: {
      added: 'hinzugefügt',
      deleted: 'gelöscht',
      modified: 'geändert',
      renamed: 'umbenannt',
      copied: 'kopiert',
    },
    badges: { added: 'Neu', deleted: 'Gelöscht', renamed: 'Umbenannt', copied: 'Kopiert' },
    moreOfFile: (path) => `Mehr zu ${path}`,
    copyPath: 'Pfad kopieren',
    pathCopied: 'Pfad kopiert.',
    pathNotCopied: 'Der Pfad konnte nicht kopiert werden.',
    commentsAfterCount: (count) => (count === 1 ? ' Kommentar' : ' Kommentare'),
    findingsAfterCount: (count) => (count === 1 ? ' Befund' : ' Befunde'),
    findingCount: (count) => counted(count, 'Befund', 'Befunde'),
    yourComments: 'Ihre Kommentare',
    findings: 'Befunde',
    viewed: 'Angesehen',
    viewedFile: (path) => `Angesehen: ${path}`,
    viewedOf: (viewed, all) => `${formatNumber(viewed)} von ${formatNumber(all)} angesehen`,
    comment: 'Kommentieren',
    commentOnFile: (path) => `${path} kommentieren`,
    commentOnLine: 'Diese Zeile kommentieren',
    expandFile: (path) => `${path} aufklappen`,
    collapseFile: (path) => `${path} zuklappen`,
    largeChange: (lines) =>
      `Diese Änderung ist groß: ${counted(lines, 'Zeile', 'Zeilen')}. Sie wird ohne Farben gezeigt.`,
    similarity: (percent) => `${formatPercent(percent)} unverändert`,
    setAside: {
      generated: { word: 'Erzeugt', why: 'Zugeklappt: erzeugte Datei.' },
      lock: { word: 'Lock-Datei', why: 'Zugeklappt: Lock-Datei.' },
      minified: { word: 'Minimiert', why: 'Zugeklappt: minimierte Datei.' },
      snapshot: { word: 'Snapshot', why: 'Zugeklappt: Snapshot eines Tests.' },
      bundle: { word: 'Bundle', why: 'Zugeklappt: Ergebnis eines Builds.' },
      packages: {
        word: 'Paket',
        why: 'Zugeklappt: Teil eines installierten Pakets.',
      },
      undiffed: {
        word: 'Nicht verglichen',
        why: 'Zugeklappt: durch .gitattributes vom Vergleich ausgenommen.',
      },
    },
    showIt: 'Trotzdem anzeigen',
    patchNotLoaded: 'Die Änderungen an dieser Datei konnten nicht geladen werden.',
    image: {
      loading: 'Wird geladen …',
      unknown: (size) => `Dieses Bild lässt sich hier nicht anzeigen (${size}).`,
      side: { old: 'Vorher', new: 'Nachher' },
      alt: {
        old: (path) => `${path} vor der Änderung`,
        new: (path) => `${path} nach der Änderung`,
      },
    },
    context: {
      down: (lines) => `${counted(lines, 'weitere Zeile', 'weitere Zeilen')} darunter zeigen`,
      up: (lines) => `${counted(lines, 'weitere Zeile', 'weitere Zeilen')} darüber zeigen`,
      all: (lines) => `${counted(lines, 'Zeile', 'Zeilen')} aufklappen`,
      below: 'Mehr darunter zeigen',
      whole: 'Die ganze Datei zeigen',
      changesOnly: 'Nur die Änderungen zeigen',
      onlyPatch: 'Nur der Patch ist bekannt: Es gibt kein Repository, aus dem mehr zu zeigen wäre.',
    },
    notices: {
      binary: {
        added: 'Binärdatei hinzugefügt.',
        deleted: 'Binärdatei gelöscht.',
        modified: 'Binärdatei geändert.',
        renamed: 'Binärdatei umbenannt.',
        copied: 'Binärdatei kopiert.',
      },
      tooLarge: (size) => `Zu groß für einen Vergleich: ${size}.`,
      notCompared: {
        repository: 'Ein eigenes Repository. Seine Dateien gehören nicht zu dieser Prüfung.',
        unreadable: 'Nicht lesbar: Zugriff verweigert.',
        special: 'Keine Datei, sondern eine Pipe, ein Socket oder ein Gerät.',
        refused: 'Git nimmt Dateien dieses Namens nicht auf; der Inhalt wird daher nicht gezeigt.',
        index: 'Nur der Index hat sich geändert: Der Arbeitsbaum ist wie im Commit.',
        same: 'Git führt diese Datei als geändert, findet aber keinen Unterschied.',
        dirty:
          'Dieses Submodul hat eigene Änderungen, die nicht committet sind. Eine Prüfung darin zeigt sie.',
        unchecked:
          'Nicht auf eigene, nicht committete Änderungen geprüft: Sein Repository liegt anderswo oder ist nicht lesbar. „git status“ darin zeigt sie.',
        limit:
          'Galley prüft 100 Submodule auf nicht committete Änderungen. Dieses und die folgenden wurden nicht geprüft.',
      },
      empty: { added: 'Leere Datei hinzugefügt.', deleted: 'Leere Datei gelöscht.' },
      renamed: 'Ohne Änderung umbenannt.',
      copied: 'Ohne Änderung kopiert.',
      onlyWhitespace: 'Nur Leerraum hat sich geändert.',
      noChange: 'Inhalt unverändert.',
      undiffed: 'Durch .gitattributes vom Vergleich ausgenommen.',
      symlink: 'Ein symbolischer Link: Die Zeile nennt sein Ziel.',
      submodule: 'Ein Submodul: Die Zeilen nennen seine Commits.',
      executable: 'Jetzt ausführbar',
      notExecutable: 'Nicht mehr ausführbar',
      nowA: {
        file: 'Jetzt eine gewöhnliche Datei',
        program: 'Jetzt eine ausführbare Datei',
        symlink: 'Jetzt ein symbolischer Link',
        submodule: 'Jetzt ein Submodul',
      },
      mode: (from, to) => `Modus von ${from} auf ${to} geändert`,
      wrongHunks: ({ first, more }) =>
        first.length === 1
          ? `Der Abschnitt in Zeile ${formatLines(first, 0, '')} des Patches passt nicht zu seinem Kopf: Es könnten Zeilen fehlen.`
          : `Die Abschnitte in den Zeilen ${formatLines(first, more, 'weiteren')} des Patches passen nicht zu ihren Köpfen: Es könnten Zeilen fehlen.`,
      plain: (reason) => `Dieser Patch wird als reiner Text gezeigt: ${reason}.`,
      bidirectional:
        'Diese Datei enthält bidirektionale Steuerzeichen: Was man liest, ist vielleicht nicht das, was läuft.',
    },
    print: {
      preparing: 'Der Ausdruck wird vorbereitet …',
      notLoaded: 'Die Änderung wurde nicht rechtzeitig geladen.',
      leftOut: (lines) =>
        `Nicht gedruckt: ${counted(lines, 'geänderte Zeile', 'geänderte Zeilen')}.`,
      leftOutFiles: (files, most) =>
        `Von ${counted(files, 'Datei', 'Dateien')} ist der Code nicht gedruckt: Er war eingeklappt, oder es wären insgesamt mehr als ${formatNumber(most)} Zeilen.`,
    },
    unknownLines: ({ ranges, more }) => {
      const lines = formatLines(ranges, more, 'weitere');
      return isOneLine(ranges)
        ? `Zeile ${lines} des Patches wird nicht gezeigt: Sie gehört zu keinem Abschnitt. Andere Programme wenden sie vielleicht trotzdem an.`
        : `Die Zeilen ${lines} des Patches werden nicht gezeigt: Sie gehören zu keinem Abschnitt. Andere Programme wenden sie vielleicht trotzdem an.`;
    },
    unreadable: {
      parse: 'er lässt sich nicht lesen',
      noHunks: 'er enthält keine Abschnitte',
      outside: (line) => `Zeile ${line} gehört zu keinem Abschnitt`,
      header: (line) => `Zeile ${line} ist kein gültiger Abschnittskopf`,
      count: (line) => `der Abschnitt in Zeile ${line} passt nicht zu seinem Kopf`,
    },
  },
  source: {
    title: 'Quelltext',
    file: 'Datei',
    loading: 'Wird geladen …',
    failed: (sentence) => `Der Quelltext konnte nicht geladen werden: ${sentence}`,
    lines: (name) => `Quelltext von ${name}`,
    notShown: 'Im Dokument nicht angezeigt',
    unshown: (count) => `${counted(count, 'Zeile wird', 'Zeilen werden')} nicht angezeigt.`,
    show: 'Quelltext anzeigen',
    close: 'Schließen',
  },
  document: {
    lines: (start, end) => `Zeilen ${formatNumber(start)} bis ${formatNumber(end)}`,
    commentOn: {
      heading: 'Diesen Block kommentieren',
      paragraph: 'Diesen Block kommentieren',
      list: 'Diesen Punkt kommentieren',
      code: 'Diese Zeile kommentieren',
      quote: 'Diesen Absatz kommentieren',
      table: 'Diese Zeile kommentieren',
      rule: 'Diesen Block kommentieren',
      other: 'Diesen Block kommentieren',
    },
    wideTable: 'Tabelle, seitlich scrollbar',
    wideCode: 'Code, seitlich scrollbar',
    findings: (count, sources) => `${counted(count, 'Befund', 'Befunde')}: ${sources}`,
    outline: 'Gliederung',
    quickLabels: germanQuickLabels,
    noHeadings: 'Keine Überschriften.',
    filterHeadings: 'Überschriften filtern',
    noHeadingMatches: 'Keine passenden Überschriften.',
    selectedText: 'Ausgewählter Text',
    comment: 'Kommentieren',
    suggest: 'Vorschlagen',
    delete: 'Streichen',
    notLoaded: (source) => `Nicht geladen: ${source}`,
    image: 'Bild',
    footnoteBack: 'Zurück zum Text',
    diagram: (kind) => `Diagramm (${kind})`,
    showSource: 'Quelltext zeigen',
    showPicture: 'Bild zeigen',
    drawDiagram: 'Zeichnen',
    diagramNotes: {
      heavy: 'Ein großes Diagramm: Es zu zeichnen kann eine Weile dauern.',
      refused: 'Dieses Diagramm wird nicht gezeichnet, da es etwas nachladen könnte.',
      invalid: (reason) => `Dieses Diagramm lässt sich nicht zeichnen: ${reason}`,
    },
    done: 'Erledigt',
    notDone: 'Offen',
  },
  comments: {
    kinds: {
      must: 'Muss',
      replace: 'Ersetzen',
      question: 'Frage',
      nit: 'Kleinigkeit',
      keep: 'Behalten',
    },
    deletion: 'Streichen',
    onWhole: 'Allgemein',
    severalFiles: 'In mehreren Dateien',
    notAdded: 'Noch nicht hinzugefügt',
    kind: 'Art',
    you: 'Sie',
    yours: 'Ihr Kommentar',
    edit: 'Kommentar bearbeiten',
    remove: 'Kommentar löschen',
    removed: 'Kommentar gelöscht.',
    discarded: 'Was Sie geschrieben haben, wurde verworfen.',
    lines: (start, end) => (start === end ? `Zeile ${start}` : `Zeilen ${start}–${end}`),
    changedSince: 'Seither geändert',
    onOldSide: (lines) => `${lines}, vorher`,
    field: 'Kommentar',
    placeholder: 'Kommentar …',
    wholeField: 'Allgemeiner Kommentar',
    wholePlaceholder: 'Allgemeiner Kommentar …',
    suggestedCode: 'Vorgeschlagener Code',
    suggestedText: 'Vorgeschlagener Text',
    suggested: 'Vorgeschlagene Änderung',
    cancel: 'Abbrechen',
    save: 'Speichern',
    add: 'Kommentar hinzufügen',
    list: 'Ihre Kommentare',
    addOnWhole: 'Allgemeinen Kommentar hinzufügen',
    noneAtEnd: 'Keine Kommentare.',
    none: 'Noch keine Kommentare. Markieren Sie Text, um ihn zu kommentieren oder zum Streichen vorzumerken.',
    noneOfChange:
      'Noch keine Kommentare. Zeigen Sie auf eine Zeilennummer und drücken Sie das Plus, ziehen Sie über mehrere Zeilen, oder kommentieren Sie eine Datei in ihrem Kopf.',
  },
  findings: {
    of: (source) => `Befund von ${source}`,
    says: (source) => `${source} sagt:`,
    deletion: 'Streichen',
    kinds: {
      comment: 'Kommentar',
      suggestion: 'Vorschlag',
      concern: 'Bedenken',
      deletion: 'Streichung',
    },
    severities: { error: 'Fehler', warning: 'Warnung', info: 'Hinweis' },
    suggestsCode: 'Schlägt eine Änderung vor',
    samePlaces: (count) => `Dieselbe Meldung an ${formatNumber(count)} Stellen:`,
    placeCount: (count) => counted(count, 'Stelle', 'Stellen'),
    aboutRule: (rule) => (rule === undefined ? 'Mehr dazu' : `Mehr zu ${rule}`),
    accept: 'Übernehmen',
    dismiss: 'Verwerfen',
    restore: 'Wiederherstellen',
    allOf: (verb, count, group) => `${verb}, ${formatNumber(count)}: ${group}`,
    listed: 'alle aufgeführten Befunde',
    acceptedNow: (count) =>
      count === 1
        ? 'Befund als Kommentar übernommen.'
        : `${formatNumber(count)} Befunde als Kommentare übernommen.`,
    acceptedSome: (count, most) =>
      `${counted(count, 'Befund', 'Befunde')} übernommen: Eine Prüfung hat höchstens ${formatNumber(most)} Kommentare.`,
    dismissedNow: (count) =>
      count === 1 ? 'Befund verworfen.' : `${counted(count, 'Befund', 'Befunde')} verworfen.`,
    arrived: (count, sources) =>
      `${count === 1 ? 'Ein neuer Befund' : `${formatNumber(count)} neue Befunde`} von ${sources}.`,
    notes: {
      approximate: 'Die Stelle steht nicht wörtlich da: Dies ist die ähnlichste.',
      unplaced: 'Die Stelle wurde im Text nicht gefunden.',
      'outside-diff': 'Die Zeilen liegen außerhalb der Änderung.',
      'unknown-file': 'Die Datei gehört nicht zur Änderung.',
    },
    list: 'Befunde',
    noneAtEnd: 'Keine Befunde.',
    none: 'Noch keine Befunde. Linter, Scanner und andere Agenten melden sie über HTTP, während Sie lesen.',
    noMatch: 'Keine passenden Befunde.',
    search: 'Befunde durchsuchen',
    group: 'Gruppieren',
    groups: { file: 'Nach Datei', place: 'Nach Stelle', source: 'Nach Quelle', kind: 'Nach Art' },
    facets: {
      severity: 'Schweregrad',
      source: 'Quelle',
      rule: 'Regel',
      kind: 'Art',
      side: 'Stelle',
    },
    moreFilters: (count) => `${formatNumber(count)} weitere`,
    places: {
      change: {
        whole: 'Ganze Änderung',
        inside: 'In der Änderung',
        outside: 'Außerhalb der Änderung',
      },
      text: { whole: 'Ganzes Dokument', inside: 'Im Text', outside: 'Nicht zugeordnet' },
    },
    onWhole: 'Allgemein',
    severalFiles: 'In mehreren Dateien',
    all: (count) => counted(count, 'Befund', 'Befunde'),
    some: (shown, all) => `${formatNumber(shown)} von ${counted(all, 'Befund', 'Befunden')}`,
    showDismissed: (count) => `${formatNumber(count)} verworfen`,
    clearFilters: 'Filter aufheben',
  },
  decision: {
    nextReview: 'Nächste Prüfung:',
    open: {
      plan: 'Plan beurteilen',
      document: 'Dokument beurteilen',
      review: 'Änderungen beurteilen',
    },
    title: 'Prüfung abschließen',
    verdict: 'Urteil',
    approve: 'Freigeben',
    reject: {
      plan: 'Änderungen verlangen',
      document: 'Rückmeldung senden',
      review: 'Änderungen verlangen',
    },
    approveNote: 'Der Agent macht weiter. Anmerkungen halten ihn nicht auf.',
    rejectNote: {
      plan: 'Der Agent überarbeitet den Plan und legt ihn wieder vor.',
      document: 'Der Agent bekommt Ihre Rückmeldung.',
      review: 'Der Agent bessert nach und bittet um eine neue Prüfung.',
    },
    tally: ({ must, replace, question, nit, keep }) =>
      listed([
        [must + replace, `${formatNumber(must + replace)} zu bearbeiten`],
        [question, `${formatNumber(question)} zu beantworten`],
        [nit, counted(nit, 'Kleinigkeit', 'Kleinigkeiten')],
        [keep, `${formatNumber(keep)} zu behalten`],
      ]),
    note: 'Allgemeine Notiz',
    notePlaceholder: 'Allgemeine Notiz (freiwillig)',
    comments: (count) => counted(count, 'Kommentar', 'Kommentare'),
    findings: (count) => counted(count, 'Befund', 'Befunde'),
    findingsCondensed: (count, lines) =>
      `${counted(count, 'Befund', 'Befunde')}, verdichtet auf ${counted(lines, 'Zeile', 'Zeilen')}`,
    findingsLeftOut: 'Nicht im Text für den Agenten. Im JSON der Entscheidung bleiben sie.',
    findingsSwitch: 'Befunde im Text für den Agenten',
    preview: 'Ansehen, was der Agent liest',
    previewTitle: 'Was der Agent lesen wird',
    previewLoading: 'Wird geladen …',
    noPreview: (sentence) => `Keine Vorschau: ${sentence}`,
    copyText: 'Kopieren',
    notCopiedText: 'Kopieren ging nicht',
    submit: 'Absenden',
    sending: 'Wird gesendet …',
    back: 'Zurück',
    close: 'Ohne Rückmeldung schließen',
    closeTitle: 'Ohne Rückmeldung schließen?',
    closeConfirm: 'Schließen, ohne zu senden',
    lost: (comments) =>
      comments === 0
        ? 'Was Sie geschrieben haben, erreicht den Agenten nicht.'
        : `Was Sie geschrieben haben, mit ${counted(comments, 'Kommentar', 'Kommentaren')}, erreicht den Agenten nicht.`,
    canUndo: (seconds) =>
      `Sie können das noch ${counted(seconds, 'Sekunde', 'Sekunden')} lang zurücknehmen.`,
    sentIn: (seconds) => `Wird in ${formatNumber(seconds)} s gesendet`,
    sendingNow: 'Wird gesendet …',
    undo: 'Zurücknehmen',
    undone: 'Entscheidung zurückgenommen. Nichts wurde gesendet.',
    notUndone: (sentence) => `Die Entscheidung ließ sich nicht zurücknehmen. ${sentence}`,
    sendNow: 'Jetzt senden',
    agentReads: 'Was der Agent jetzt liest',
    nothingDecided: (sentence) =>
      `${sentence} Nichts wurde entschieden; was Sie geschrieben haben, ist noch hier.`,
    serverGone: 'Der Server dieser Prüfung ist nicht mehr da.',
    alreadyDecided:
      'Hierüber wurde schon entschieden, in einem anderen Tab oder vom anfragenden Prozess.',
    unknown:
      'Der Server antwortet nicht mehr. Ob die Entscheidung angekommen ist, ist unbekannt; was Sie geschrieben haben, ist noch hier.',
    wordsHere: (sentence) => `${sentence} Was Sie geschrieben haben, ist noch hier.`,
    copy: 'Alle Kommentare als Markdown kopieren',
    copied: 'Kopiert',
    notCopied: 'Kopieren ging nicht: als Datei sichern',
    save: 'Als Datei sichern',
    outcomes: {
      plan: outcomes,
      document: outcomes,
      review: { ...outcomes, feedback: outcomes.denied },
    },
    closedHere: 'Der anfragende Prozess weiß es. Sie können diesen Tab schließen.',
    decidedHere:
      'Die Entscheidung ist gespeichert und geht an den anfragenden Prozess. Sie können diesen Tab schließen.',
    decidedElsewhere: 'Es wurde anderswo entschieden. Sie können diesen Tab schließen.',
    ended: (reason) =>
      `Die Sitzung ist beendet.${reason === '' ? '' : ` ${reason}`} Sie können diesen Tab schließen.`,
  },
  panel: {
    label: 'Kommentare und Befunde',
    findings: 'Befunde',
    comments: 'Kommentare',
    resize: 'Breite der Leiste',
    pin: 'Neben dem Inhalt anheften',
    close: 'Liste schließen',
    count: {
      findings: (count) => counted(count, 'Befund', 'Befunde'),
      comments: (count) => counted(count, 'Kommentar', 'Kommentare'),
    },
  },
  frame: {
    serverLost: 'Der Server dieser Prüfung antwortet nicht.',
    serverLostMore:
      'Vielleicht ist er beendet. Was Sie geschrieben haben, bleibt auf dieser Seite, und sie versucht es weiter.',
    saving: 'Wird gespeichert …',
    saved: 'Gespeichert',
    notSaved: (sentence) => `Nicht gespeichert: ${sentence}`,
    serverSilent: 'der Server dieser Prüfung antwortet nicht.',
    otherRelease: 'der Server dieser Prüfung hat eine andere Version.',
    undo: 'Zurücknehmen',
    settingNotKept: (sentence) => `Die Einstellung wurde nicht gespeichert: ${sentence}`,
    notLoaded:
      'Dieser Teil der Seite konnte nicht geladen werden: Der Server dieser Prüfung antwortet nicht oder hat eine andere Version. Laden Sie die Seite neu; was Sie geschrieben haben, bleibt erhalten.',
    broken: 'Etwas ist schiefgegangen',
    brokenMore:
      'Das ist ein Fehler in Galley. Was Sie geschrieben haben, bleibt erhalten; neu zu laden hilft oft.',
    loadAgain: 'Neu laden',
    preparing: {
      plan: 'Der Plan wird vorbereitet …',
      document: 'Das Dokument wird vorbereitet …',
      review: 'Die Änderungen werden vorbereitet …',
    },
    stillPreparing: 'Es dauert noch: Große Inhalte brauchen eine Weile.',
    notPrepared: {
      plan: 'Galley kann den Plan nicht zeigen',
      document: 'Galley kann das Dokument nicht zeigen',
      review: 'Galley kann die Änderungen nicht zeigen',
    },
    tryAgain: 'Noch einmal versuchen',
    notPreparedMore:
      'Sie können trotzdem einen allgemeinen Kommentar senden oder die Sitzung schließen: Der anfragende Prozess erfährt es.',
    tabTitles: {
      ...outcomes,
      closed: 'Geschlossen',
      undecided: 'Beendet',
      lost: 'Nicht verbunden',
    },
  },
};

/** German texts of the dashboard. */
export const deDashboard: DashboardTexts = {
  title: 'Prüfungen',
  tabs: { reviews: 'Prüfungen', operators: 'System' },
  view: 'Ansicht',
  search: 'Prüfungen suchen',
  filters: { mode: 'Art', state: 'Zustand' },
  grouping: {
    label: 'Gruppieren',
    names: {
      none: 'Keine Gruppen',
      project: 'Nach Projekt',
      agent: 'Nach Agent',
      state: 'Nach Zustand',
    },
  },
  modes: { plan: 'Plan', document: 'Dokument', review: 'Änderungen' },
  states: {
    waiting: 'Wartet',
    preparing: 'Wird vorbereitet',
    failed: 'Nicht darstellbar',
    silent: 'Antwortet nicht',
    ended: 'Beendet',
  },
  outcomes: {
    plan: shortOutcomes,
    document: shortOutcomes,
    review: { ...shortOutcomes, feedback: shortOutcomes.denied },
  },
  heldFor: (seconds) =>
    seconds === 0 ? 'Entschieden' : `Entschieden, noch ${formatNumber(seconds)} s`,
  canUndo: (outcome) => `${outcome}. Das lässt sich in der Prüfung noch zurücknehmen.`,
  deaths: {
    clean: 'normal beendet',
    crash: 'abgestürzt',
    killed: 'abgebrochen',
    'out-of-memory': 'kein Speicher mehr',
    'start-failed': 'nicht gestartet',
    closed: 'auf Wunsch beendet',
  },
  columns: {
    mode: 'Art',
    title: 'Titel',
    project: 'Projekt',
    agent: 'Agent',
    age: 'Alter',
    findings: 'Befunde',
    comments: 'Kommentare',
    state: 'Zustand',
    actions: 'Aktionen',
  },
  shown: (shown, all) =>
    shown === all
      ? counted(all, 'Prüfung', 'Prüfungen')
      : `${formatNumber(shown)} von ${counted(all, 'Prüfung', 'Prüfungen')}`,
  open: (title) => `${title} öffnen`,
  openShort: 'Öffnen',
  close: 'Schließen',
  closeOne: (title) => `${title} schließen`,
  closeAll: (count) => `${formatNumber(count)} schließen …`,
  closeAllLabel: (count) => `Alle angezeigten schließen: ${counted(count, 'Prüfung', 'Prüfungen')}`,
  closeNone: 'Nichts zu schließen',
  closeTitle: (count) =>
    count === 1 ? 'Diese Prüfung schließen?' : `${formatNumber(count)} Prüfungen schließen?`,
  closeNote:
    'Schließt ohne Entscheidung: Der anfragende Prozess erfährt, dass es keine Rückmeldung gibt.',
  closeNoteMany:
    'Schließt ohne Entscheidung: Die anfragenden Prozesse erfahren, dass es keine Rückmeldung gibt.',
  closeLoss: (comments, reviews) =>
    reviews === 1
      ? `${counted(comments, 'Kommentar wird', 'Kommentare werden')} nicht gesendet. Der Entwurf bleibt erhalten und ist wieder da, wenn dasselbe erneut geprüft wird.`
      : `${counted(comments, 'Kommentar', 'Kommentare')} in ${counted(reviews, 'Prüfung', 'Prüfungen')} ${comments === 1 ? 'wird' : 'werden'} nicht gesendet. Der Entwurf bleibt erhalten und ist wieder da, wenn dasselbe erneut geprüft wird.`,
  confirmClose: (count) =>
    count === 1 ? 'Schließen' : `${formatNumber(count)} Prüfungen schließen`,
  cancel: 'Abbrechen',
  closed: (count) => `${counted(count, 'Prüfung', 'Prüfungen')} geschlossen.`,
  notClosed: (count, reason) =>
    `${counted(count, 'Prüfung konnte', 'Prüfungen konnten')} nicht geschlossen werden. ${reason}`,
  unreachable: 'Der Supervisor antwortet nicht.',
  empty: 'Keine Prüfung ist offen',
  emptyNote: 'Neue Prüfungen erscheinen hier.',
  noneFound: 'Keine Treffer',
  loading: 'Prüfungen werden gesucht …',
  lost: 'Verbindung verloren. Die Liste kann veraltet sein; neuer Versuch …',
  lostForLong: 'Wurde der Supervisor neu gestartet, gilt diese Adresse nicht mehr. Die neue zeigt',
  refusedTitle: 'Diese Adresse öffnet die Übersicht nicht',
  refused:
    'Ihr fehlt der Schlüssel, oder er gehört zu einem Supervisor, den es nicht mehr gibt. Die richtige zeigt',
  plainList: 'Alle offenen Prüfungen als einfache Liste',
  notify: {
    off: 'Benachrichtigen, wenn Prüfungen beginnen oder enden',
    asking: 'Der Browser fragt nach …',
    on: 'Benachrichtigungen sind an',
    blocked: 'Der Browser blockiert Benachrichtigungen für diese Adresse',
    opened: (mode) => `Neu: ${mode}`,
    ended: (outcome) => `Beendet: ${outcome}`,
    many: (opened, ended) =>
      `${counted(opened, 'neue Prüfung', 'neue Prüfungen')}, ${formatNumber(ended)} beendet`,
  },
  theme: 'Hell/Dunkel umschalten',
  help,
  palette: {
    title: 'Befehle und Prüfungen',
    placeholder: 'Befehl oder Titel einer Prüfung eingeben',
    none: 'Keine Treffer.',
  },
  commands: {
    'dashboard.search': 'Suchen',
    'dashboard.next': 'Nächste Prüfung',
    'dashboard.previous': 'Vorige Prüfung',
    'dashboard.down': 'In der Liste: nach unten',
    'dashboard.up': 'In der Liste: nach oben',
    'dashboard.page-down': 'In der Liste: eine Seite nach unten',
    'dashboard.page-up': 'In der Liste: eine Seite nach oben',
    'dashboard.first': 'In der Liste: erste Prüfung',
    'dashboard.last': 'In der Liste: letzte Prüfung',
    'dashboard.open': 'In der Liste: Prüfung in einem neuen Tab öffnen',
    'dashboard.close': 'In der Liste: Prüfung schließen',
    'dashboard.close-all': 'Alle angezeigten schließen',
    'dashboard.sort': 'Nach der nächsten Spalte sortieren',
    'dashboard.group': 'Nach Projekt, Agent oder Zustand gruppieren',
    'dashboard.sort-reverse': 'Reihenfolge umkehren',
    'dashboard.to-list': 'In der Suche: zur Liste',
    'dashboard.notify': 'Benachrichtigungen ein- oder ausschalten',
    'dashboard.theme': 'Hell/Dunkel umschalten',
    'dashboard.tab': 'Ansicht wechseln',
    'dashboard.palette': 'Befehl oder Prüfung finden',
    'dashboard.help': 'Tastenkürzel zeigen',
    'dashboard.close-layer': 'Offenen Dialog, Suche oder Filter schließen',
  },
  operators: {
    supervisor: 'Supervisor',
    process: 'Prozess',
    release: 'Version',
    node: 'Node',
    uptime: 'Laufzeit',
    memory: 'Speicher',
    network: 'Netz',
    networkWhy: ({ mode, because, reason }) =>
      `${mode === 'local' ? 'nur von diesem Rechner' : 'auch von anderen Rechnern'} (${reason === undefined ? because : networkReasons[reason]})`,
    reviews: 'Prüfungen',
    reviewsNow: (open, silent) =>
      silent === 0
        ? `${formatNumber(open)} offen`
        : `${formatNumber(open)} offen, ${formatNumber(silent)} antworten nicht`,
    waiting: 'Wartende Prozesse',
    warm: 'Bereite Worker',
    pool: 'Thread-Pool',
    poolNow: ({ running, queued, completed, failed }) =>
      `${formatNumber(running)} laufen, ${formatNumber(queued)} warten, ${formatNumber(completed)} fertig, ${formatNumber(failed)} gescheitert`,
    chart: 'Die letzte Stunde',
    opened: 'Geöffnet',
    decided: 'Entschieden oder geschlossen',
    died: 'Gestorben',
    chartText: (opened, decided, died) =>
      `In der letzten Stunde ${formatNumber(opened)} geöffnet, ${formatNumber(decided)} entschieden oder geschlossen, ${formatNumber(died)} gestorben.`,
    asTable: 'Als Tabelle',
    minute: 'Minute',
    quiet: 'Keine Aktivität.',
    ends: 'Beendigungsgründe',
    endClass: 'Grund',
    count: 'Anzahl',
    lastDeaths: 'Zuletzt beendete Prozesse',
    noDeaths: 'Bisher keine.',
    when: 'Wann',
    exitCode: 'Exit-Code',
    signal: 'Signal',
    memoryOf: 'Speicher der Sitzungen',
    rss: 'Belegt (RSS)',
    pss: 'Eigener Anteil (PSS)',
    total: 'Gesamt',
    noWorkers: 'Keine laufenden Sitzungen.',
    unknown: 'unbekannt',
  },
};
