import { inPageLanguage } from './catalogue.ts';

/** Loaded with the list of comments. */
const en = {
  notAdded: 'Not added yet',
  addOnWhole: 'Add overall comment',
  noneAtEnd: 'No comments.',
  none: 'No comments yet. Select text to comment on it or to mark it for deletion.',
  noneOfChange:
    'No comments yet. Point at a line number and press the plus, drag over several, or comment on a file in its header.',
};

const de: typeof en = {
  notAdded: 'Noch nicht hinzugefügt',
  addOnWhole: 'Allgemeinen Kommentar hinzufügen',
  noneAtEnd: 'Keine Kommentare.',
  none: 'Noch keine Kommentare. Markieren Sie Text, um ihn zu kommentieren oder zum Streichen vorzumerken.',
  noneOfChange:
    'Noch keine Kommentare. Zeigen Sie auf eine Zeilennummer und drücken Sie das Plus, ziehen Sie über mehrere Zeilen, oder kommentieren Sie eine Datei in ihrem Kopf.',
};

/** In the language of the page. */
export const commentsTexts = (): typeof en => inPageLanguage(en, de);
