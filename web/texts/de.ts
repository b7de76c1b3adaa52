import type { Texts } from './en.ts';

/** Deutsch. */
export const de: Texts = {
  commands: {
    groups: { Decide: 'Entscheiden', Comment: 'Kommentieren', Move: 'Bewegen', View: 'Ansicht' },
    titles: {
      'decide.confirm': 'In einem Dialog: senden',
      'decide.primary': 'Entscheiden: der hervorgehobene Knopf',
      'decide.approve': 'Freigeben mit Anmerkung …',
      'decide.feedback': 'Rückmeldung mit Anmerkung senden …',
      'decide.deny': 'Ablehnen mit Anmerkung …',
      'decide.close': 'Ohne Rückmeldung schließen',
      'comment.save': 'Im Editor: Kommentar speichern',
      'comment.here':
        'Ausgewählten Text oder Zeilen, sonst den aktuellen Block oder die Datei kommentieren',
      'comment.delete': 'Ausgewählten Text zum Streichen vormerken',
      'comment.whole': 'Das Ganze kommentieren',
      'comment.undo': 'Löschen zurücknehmen',
      'move.next': 'Nächster Block oder nächste Änderung',
      'move.previous': 'Voriger Block oder vorige Änderung',
      'move.next-section': 'Nächste Überschrift oder Datei',
      'move.previous-section': 'Vorige Überschrift oder Datei',
      'move.next-finding': 'Nächster Befund',
      'move.previous-finding': 'Voriger Befund',
      'view.outline': 'Gliederung oder Dateien ein- oder ausblenden',
      'view.panel': 'Kommentare und Befunde ein- oder ausblenden',
      'view.split': 'Beide Seiten nebeneinander oder untereinander',
      'view.wrap': 'Lange Zeilen umbrechen',
      'view.theme': 'Hell oder dunkel',
      'view.palette': 'Befehl, Datei oder Überschrift finden',
      'view.help': 'Alle Tasten zeigen',
      'view.close-layer': 'Das Oberste schließen',
    },
  },
  decisionBar: { label: 'Entscheidung', more: 'Andere Entscheidungen' },
  palette: {
    title: 'Befehle und Stellen',
    placeholder: 'Befehl, Datei oder Überschrift eingeben',
    none: 'Nichts heißt so.',
    goTo: (place) => `Gehe zu ${place}`,
  },
  help: {
    title: 'Tasten',
    all: 'Alle Befehle',
    close: 'Schließen',
    change: 'Tasten lassen sich ändern:',
    changeNote:
      'eine ID zeigt sich, wenn man auf den Befehl zeigt; die Taste „none“ nimmt ihm seine Tasten.',
    unknown: (ids) => `Die Einstellungen nennen Tasten für Befehle, die es nicht gibt: ${ids}`,
  },
  topBar: {
    modes: { plan: 'Plan', document: 'Dokument', review: 'Änderungen' },
    view: 'Ansicht',
  },
};
