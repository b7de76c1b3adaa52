import { documentSanitizer } from '../../../../shell/document-sanitizer.ts';
import { texts } from '../../../../shell/texts/texts.ts';

/** Sanitizes a document's HTML. */
export const { toHtml: sanitize } = documentSanitizer(() => texts().document);
