import { counted, formatNumber } from './format.ts';
import { inPageLanguage } from './catalogue.ts';

const en = {
  decision: 'Decision',
  readOnly: 'Read-only',
  whatTheAgentRead: 'What the agent read',
  nextReview: 'Next review:',
  title: 'Submit review',
  verdict: 'Verdict',
  approve: 'Approve',
  reject: { plan: 'Request changes', document: 'Send feedback', review: 'Request changes' },
  approveNote: 'The agent continues. Notes do not block it.',
  approveOnly:
    'The agent continues. It cannot be given notes with an approval: to have them read, request changes.',
  rejectNote: {
    plan: 'The agent revises the plan and presents it again.',
    document: 'The agent gets your feedback.',
    review: 'The agent makes changes and asks for another review.',
  },
  note: 'Overall note',
  notePlaceholder: 'Overall note (optional)',
  comments: (count: number) => counted(count, 'comment', 'comments'),
  edits: (count: number) => `${counted(count, 'unsaved edit', 'unsaved edits')}, as a diff`,
  outdatedEdits: (count: number) => `${formatNumber(count)} of an earlier text: merge first`,
  findings: (count: number) => counted(count, 'finding', 'findings'),
  findingsCondensed: (count: number, lines: number) =>
    `${counted(count, 'finding', 'findings')}, condensed to ${counted(lines, 'line', 'lines')}`,
  findingsLeftOut: 'Not in the agent’s text. The decision’s JSON keeps them.',
  findingsSwitch: 'Findings in the agent’s text',
  preview: 'Preview what the agent reads',
  previewTitle: 'What the agent will read',
  previewLoading: 'Loading…',
  noPreview: (sentence: string) => `No preview: ${sentence}`,
  copyText: 'Copy',
  notCopiedText: 'Could not copy',
  submit: 'Submit',
  sending: 'Sending …',
  back: 'Back',
  close: 'Close without feedback',
  closeTitle: 'Close without feedback?',
  closeConfirm: 'Close without sending',
  lost: (comments: number) =>
    comments === 0
      ? 'What you wrote will not reach the agent.'
      : `What you wrote, with ${counted(comments, 'comment', 'comments')}, will not reach the agent.`,
  canUndo: (seconds: number) => `You can undo this for ${counted(seconds, 'second', 'seconds')}.`,
  sentIn: (seconds: number) => `Will be sent in ${formatNumber(seconds)} s`,
  sendingNow: 'Sending …',
  undo: 'Undo',
  undone: 'Decision undone. Nothing was sent.',
  notUndone: (sentence: string) => `The decision could not be undone. ${sentence}`,
  sendNow: 'Send now',
  agentReads: 'What the agent reads now',
  nothingDecided: (sentence: string) => `${sentence} Nothing was decided; your text is still here.`,
  serverGone: 'The server of this review is gone.',
  alreadyDecided:
    'This review has already been decided, in another tab or by the process that asked.',
  unknown:
    'The server stopped responding. It is unknown whether the decision arrived; your text is still here.',
  wordsHere: (sentence: string) => `${sentence} Your text is still here.`,
  closedHere: 'The process that asked was told. You can close this tab.',
  decidedHere: 'The decision is stored and goes to the process that asked. You can close this tab.',
  decidedElsewhere: 'It was decided elsewhere. You can close this tab.',
  ended: (reason: string) =>
    `The session has ended.${reason === '' ? '' : ` ${reason}`} You can close this tab.`,
};

const de: typeof en = {
  decision: 'Entscheidung',
  readOnly: 'Schreibgeschützt',
  whatTheAgentRead: 'Was der Agent gelesen hat',
  nextReview: 'Nächste Prüfung:',
  title: 'Prüfung abschließen',
  verdict: 'Urteil',
  approve: 'Freigeben',
  reject: {
    plan: 'Änderungen verlangen',
    document: 'Rückmeldung senden',
    review: 'Änderungen verlangen',
  },
  approveNote: 'Der Agent macht weiter. Anmerkungen halten ihn nicht auf.',
  approveOnly:
    'Der Agent macht weiter. Anmerkungen zu einer Freigabe kann er nicht bekommen: Damit er sie liest, verlangen Sie Änderungen.',
  rejectNote: {
    plan: 'Der Agent überarbeitet den Plan und legt ihn wieder vor.',
    document: 'Der Agent bekommt Ihre Rückmeldung.',
    review: 'Der Agent bessert nach und bittet um eine neue Prüfung.',
  },
  note: 'Allgemeine Notiz',
  notePlaceholder: 'Allgemeine Notiz (freiwillig)',
  comments: (count) => counted(count, 'Kommentar', 'Kommentare'),
  edits: (count) =>
    `${counted(count, 'ungespeicherte Bearbeitung', 'ungespeicherte Bearbeitungen')}, als Diff`,
  outdatedEdits: (count) => `${formatNumber(count)} zu einem früheren Text: erst zusammenführen`,
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
  closedHere: 'Der anfragende Prozess weiß es. Sie können diesen Tab schließen.',
  decidedHere:
    'Die Entscheidung ist gespeichert und geht an den anfragenden Prozess. Sie können diesen Tab schließen.',
  decidedElsewhere: 'Es wurde anderswo entschieden. Sie können diesen Tab schließen.',
  ended: (reason) =>
    `Die Sitzung ist beendet.${reason === '' ? '' : ` ${reason}`} Sie können diesen Tab schließen.`,
};

/** Loaded with the parts that decide, in the language of the page. */
export const decisionTexts = (): typeof en => inPageLanguage(en, de);
