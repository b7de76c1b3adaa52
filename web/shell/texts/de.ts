import { counted, formatNumber, formatPercent, listed } from './format.ts';
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
export const de: Required<Texts> = {
  commands: {
    titles: {
      'view.outline': 'Gliederung oder Dateien ein- oder ausblenden',
      'view.split': 'Zwischen geteilter und einspaltiger Ansicht wechseln',
    },
  },
  search: {
    label: 'Suchen',
    here: 'Dieses Dokument durchsuchen',
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
    sinceVersion: 'Zeilen seit der letzten Version',
    version: (number) => `Version ${formatNumber(number)}`,
  },
  freshness: {
    refresh: 'Aktualisieren',
    notRefreshed: (sentence) => `Aktualisieren fehlgeschlagen: ${sentence}`,
    isOutdated: 'Der Code hat sich geändert',
  },
  changes: {
    files: 'Geänderte Dateien',
    viewedOf: (viewed, all) => `${formatNumber(viewed)} von ${formatNumber(all)} angesehen`,
    viewedNotKept: (why) => `Der Haken wurde nicht gespeichert: ${why}`,
  },
  diff: {
    coming: 'Die Änderungen werden geladen …',
    noDifference: (what) => `Nichts ist verschieden: ${what}.`,
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
    comment: 'Kommentieren',
    commentOnFile: (path) => `${path} kommentieren`,
    commentOnLine: 'Diese Zeile kommentieren',
    expandFile: (path) => `${path} aufklappen`,
    collapseFile: (path) => `${path} zuklappen`,
    largeChange: (lines) =>
      `Diese Änderung ist groß: ${counted(lines, 'Zeile', 'Zeilen')}. Sie wird noch nicht gezeigt, und dann ohne Farben.`,
    similarity: (percent) => `${formatPercent(percent)} unverändert`,
    conflict: 'Konflikt',
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
        refused:
          'Dateien mit solchen Namen lassen sich nicht vergleichen; der Inhalt wird daher nicht gezeigt.',
        index: 'Nur der Index hat sich geändert: Der Arbeitsbaum ist wie im Commit.',
        same: 'Git führt diese Datei als geändert, findet aber keinen Unterschied.',
        conflict: 'Im Konflikt und noch nicht gelöst.',
        dirty:
          'Dieses Submodul hat eigene Änderungen, die nicht committet sind. Eine Prüfung darin zeigt sie.',
        unchecked:
          'Nicht auf eigene, nicht committete Änderungen geprüft: Sein Repository liegt anderswo oder ist nicht lesbar. „git status“ darin zeigt sie.',
        limit:
          'Galley prüft 100 Submodule auf nicht committete Änderungen. Dieses und die folgenden wurden nicht geprüft.',
        failed: 'Dieses Repository ließ sich nicht vergleichen.',
      },
      empty: { added: 'Leere Datei hinzugefügt.', deleted: 'Leere Datei gelöscht.' },
      renamed: 'Ohne Änderung umbenannt.',
      copied: 'Ohne Änderung kopiert.',
      onlyWhitespace: 'Nur Leerraum hat sich geändert.',
      noChange: 'Inhalt unverändert.',
      undiffed: 'Durch .gitattributes vom Vergleich ausgenommen.',
      symlink: 'Ein symbolischer Link: Die Zeile nennt sein Ziel.',
      pointer: 'Ein Verweis von Git LFS: Der Inhalt liegt anderswo.',
      lineEnds: {
        crlf: 'Zeilenenden von LF zu CRLF geändert.',
        lf: 'Zeilenenden von CRLF zu LF geändert.',
      },
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
      wrongHunk: (line) =>
        `Der Abschnitt in Zeile ${line} des Patches passt nicht zu seinem Kopf: Es könnten Zeilen fehlen.`,
      wrongHunks: (lines) =>
        `Mehrere Abschnitte des Patches passen nicht zu ihren Köpfen (Zeilen ${lines}): Es könnten Zeilen fehlen.`,
      plain: (reason) => `Dieser Patch wird als reiner Text gezeigt: ${reason}.`,
      hidden: (which) =>
        `Diese Datei enthält unsichtbare Zeichen (${which}): Was man liest, ist vielleicht nicht das, was läuft.`,
    },
    preparingPrint: 'Der Ausdruck wird vorbereitet …',
    moreLines: (count) => `${formatNumber(count)} weitere`,
    unreadable: {
      parse: 'er lässt sich nicht lesen',
      noHunks: 'er enthält keine Abschnitte',
      outside: (line) => `Zeile ${line} gehört zu keinem Abschnitt`,
      header: (line) => `Zeile ${line} ist kein gültiger Abschnittskopf`,
      count: (line) => `der Abschnitt in Zeile ${line} passt nicht zu seinem Kopf`,
    },
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
    aboutRule: (rule) => (rule === undefined ? 'Mehr dazu' : `Mehr zu ${rule}`),
    accept: 'Übernehmen',
    dismiss: 'Verwerfen',
    restore: 'Wiederherstellen',
    allOf: (verb, count, group) => `${verb}, ${formatNumber(count)}: ${group}`,
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
  },
  decision: {
    open: {
      plan: 'Plan beurteilen',
      document: 'Dokument beurteilen',
      review: 'Änderungen beurteilen',
    },
    tally: ({ must, replace, question, nit, keep }) =>
      listed([
        [must + replace, `${formatNumber(must + replace)} zu bearbeiten`],
        [question, `${formatNumber(question)} zu beantworten`],
        [nit, counted(nit, 'Kleinigkeit', 'Kleinigkeiten')],
        [keep, `${formatNumber(keep)} zu behalten`],
      ]),
    copy: 'Alle Kommentare als Markdown kopieren',
    copied: 'Kopiert',
    notCopied: 'Kopieren ging nicht: als Datei sichern',
    save: 'Als Datei sichern',
    outcomes: {
      plan: outcomes,
      document: outcomes,
      review: { ...outcomes, feedback: outcomes.denied },
    },
  },
  panel: {
    label: 'Kommentare und Befunde',
    count: {
      findings: (count) => counted(count, 'Befund', 'Befunde'),
      comments: (count) => counted(count, 'Kommentar', 'Kommentare'),
    },
  },
  frame: {
    serverLost: 'Der Server dieser Prüfung antwortet nicht.',
    serverLostMore:
      'Vielleicht ist er beendet. Was Sie geschrieben haben, bleibt auf dieser Seite, und sie versucht es weiter.',
    noEvents: 'Diese Seite wird gerade nicht aktualisiert.',
    noEventsMore: 'Neue Befunde erscheinen nicht. Was Sie schreiben, wird gespeichert.',
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
  afterOne: { findings: 'Befund', comments: 'Kommentar' },
  shown: (shown, all) =>
    shown === all
      ? counted(all, 'Prüfung', 'Prüfungen')
      : `${formatNumber(shown)} von ${counted(all, 'Prüfung', 'Prüfungen')}`,
  round: (round) => `Runde ${formatNumber(round)}`,
  earlierRounds: (count, isExpanded) =>
    `${counted(count, 'frühere Runde', 'frühere Runden')} ${isExpanded ? 'ausblenden' : 'einblenden'}`,
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
    'dashboard.expand': 'In der Liste: frühere Runden einblenden',
    'dashboard.collapse': 'In der Liste: frühere Runden ausblenden',
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
