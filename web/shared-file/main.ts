import './ui/shared-file.css';
import { opened } from './store/file-state.ts';
import { FileView } from './ui/file-view.ts';
import { readReview } from './ui/saved-file.ts';
import { languageOf, wordsIn } from './ui/words.ts';

// The script of a shared file: it shows what the file carries, takes comments, and makes another such file of them.
const language = languageOf(navigator.languages);
document.documentElement.lang = language;
const view = new FileView(opened(readReview()), wordsIn(language));
view.draw(document.body);
document.addEventListener('selectionchange', () => view.selectionChanged());
addEventListener('beforeunload', (event) => {
  if (view.hasUnsaved) event.preventDefault();
});
