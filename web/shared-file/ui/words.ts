import type { CommentKind } from '../../../shared/annotations/comment-kinds.ts';

const en = {
  intro:
    'Select text or use the button beside a paragraph to comment. Nothing leaves this file by itself: download it with your comments and send it back.',
  shared: (date: string) => `Shared from Galley, ${date}`,
  download: 'Download with my comments',
  downloaded: (name: string) => `Saved as ${name}. Send it back to whoever shared it with you.`,
  notDownloaded: 'Not downloaded: the comment that you are writing needs your name.',
  iAm: (name: string) => `I am ${name}`,
  yourName: 'Your name',
  setName: 'Set name',
  commentingAs: (name: string) => `Commenting as ${name}`,
  change: 'Change',
  comment: 'Comment',
  commentHere: 'Comment on this part',
  general: 'On the whole',
  addGeneral: 'Add a general comment',
  kind: 'Kind',
  kinds: {
    must: 'Must',
    replace: 'Replace',
    question: 'Question',
    nit: 'Nit',
    keep: 'Keep',
  } satisfies Record<CommentKind, string>,
  text: 'Comment',
  save: 'Save comment',
  cancel: 'Cancel',
  edit: 'Edit',
  remove: 'Delete',
  editBy: (author: string) => `Edit the comment by ${author}`,
  removeBy: (author: string) => `Delete the comment by ${author}`,
  reviewer: 'Reviewer',
  suggests: 'Suggests:',
  asksToRemove: 'Asks to remove this.',
  gone: 'About text that is not in this document:',
  document: 'Document',
  sanitizer: {
    footnoteBack: 'Back to the text',
    image: 'Image',
    done: 'Done',
    notDone: 'Not done',
    notLoaded: (source: string) => `Not in this file: ${source}`,
  },
};

export type Words = typeof en;

const de: Words = {
  intro:
    'Markieren Sie Text oder nutzen Sie den Knopf neben einem Absatz, um zu kommentieren. Von selbst verlässt nichts diese Datei: Laden Sie sie mit Ihren Kommentaren herunter und schicken Sie sie zurück.',
  shared: (date) => `Aus Galley geteilt, ${date}`,
  download: 'Mit meinen Kommentaren herunterladen',
  downloaded: (name) =>
    `Gespeichert als ${name}. Schicken Sie die Datei an die Person zurück, die sie mit Ihnen geteilt hat.`,
  notDownloaded: 'Nicht heruntergeladen: Der Kommentar, den Sie schreiben, braucht Ihren Namen.',
  iAm: (name) => `Ich bin ${name}`,
  yourName: 'Ihr Name',
  setName: 'Namen setzen',
  commentingAs: (name) => `Sie kommentieren als ${name}`,
  change: 'Ändern',
  comment: 'Kommentieren',
  commentHere: 'Diesen Teil kommentieren',
  general: 'Zum Ganzen',
  addGeneral: 'Allgemeinen Kommentar hinzufügen',
  kind: 'Art',
  kinds: {
    must: 'Muss',
    replace: 'Ersetzen',
    question: 'Frage',
    nit: 'Kleinigkeit',
    keep: 'Behalten',
  },
  text: 'Kommentar',
  save: 'Kommentar speichern',
  cancel: 'Abbrechen',
  edit: 'Bearbeiten',
  remove: 'Löschen',
  editBy: (author) => `Kommentar von ${author} bearbeiten`,
  removeBy: (author) => `Kommentar von ${author} löschen`,
  reviewer: 'Prüfer',
  suggests: 'Vorschlag:',
  asksToRemove: 'Möchte das entfernt haben.',
  gone: 'Zu Text, der nicht in diesem Dokument steht:',
  document: 'Dokument',
  sanitizer: {
    footnoteBack: 'Zurück zum Text',
    image: 'Bild',
    done: 'Erledigt',
    notDone: 'Offen',
    notLoaded: (source) => `Nicht in dieser Datei: ${source}`,
  },
};

/** The language of a browser, as far as there is one. @param languages as of `navigator.languages` */
export const languageOf = (languages: readonly string[]): 'en' | 'de' =>
  languages
    .find((tag) => /^(?:en|de)\b/iu.test(tag))
    ?.toLowerCase()
    .startsWith('de') === true
    ? 'de'
    : 'en';

export const wordsIn = (language: 'en' | 'de'): Words => (language === 'de' ? de : en);
