import type { AnnotationInput } from '../../shared/annotations/annotation.ts';
import {
  currentKind,
  commentKinds,
  type CommentKind,
} from '../../shared/annotations/comment-kinds.ts';
import type { DocumentAnnotation } from '../../shared/annotations/document-annotation.ts';
import type { DocumentAnnotationInput } from '../../shared/annotations/document-annotation.ts';
import { colleagueSource } from '../../shared/annotations/colleague-source.ts';
import { GalleyError } from '../../shared/errors.ts';
import type { Imported } from '../../shared/session/share.ts';
import type { ColleagueComment, WrittenComment } from '../../shared/sharing/colleague-comment.ts';
import type { AnnotationCollection } from '../annotations/annotation-collection.ts';
import { inputOf, isSameInput } from '../annotations/annotation-record.ts';
import type { AnnotationStore } from '../annotations/store.ts';
import { Mutex } from '../mutex.ts';
import { maxRememberedComments } from '../../shared/limits.ts';

interface ColleaguesOptions {
  readonly store: AnnotationStore;
  readonly collection: () => Promise<AnnotationCollection>;
}

/** An annotation to add under an id of its own, or to replace the one that has it. */
interface Change {
  readonly id: string;
  readonly input: AnnotationInput;
}

/**
 * Comments by colleagues, which are annotations with the ids that their files gave them. Of each, the latest state that
 * was imported counts, in whatever order files come.
 */
export class Colleagues {
  readonly #options: ColleaguesOptions;
  readonly #turns = new Mutex();
  /** By id: when what was imported last was written. */
  readonly #changedAt = new Map<string, string>();

  constructor(options: ColleaguesOptions) {
    this.#options = options;
  }

  /** @throws GalleyError `annotation_limit` or `already_decided`; then nothing is imported */
  import(comments: readonly ColleagueComment[]): Promise<Imported> {
    return this.#turns.run(async () => {
      const { store, collection: load } = this.#options;
      const collection = await load();
      const sorted = this.#sort(comments);
      await collection.merge(sorted.written);
      for (const id of sorted.removed) await collection.remove(id).catch(unlessGone);
      for (const comment of sorted.taken) this.#remember(comment);
      const { added, known, refused } = sorted;
      const changes = sorted.written.map(({ id }) => store.get(id)?.placement);
      return {
        added,
        changed: sorted.written.length - added,
        removed: sorted.removed.length,
        known,
        unplaced: changes.filter((placement) => placement === 'unplaced').length,
        refused,
      };
    });
  }

  /** When a comment was written as it is. */
  changedAt({ id, updatedAt }: DocumentAnnotation): string {
    return this.#changedAt.get(id) ?? updatedAt;
  }

  #remember({ id, changedAt }: ColleagueComment): void {
    this.#changedAt.delete(id);
    this.#changedAt.set(id, changedAt);
    const [oldest] = this.#changedAt.keys();
    if (this.#changedAt.size > maxRememberedComments && oldest !== undefined)
      this.#changedAt.delete(oldest);
  }

  #sort(comments: readonly ColleagueComment[]) {
    const { store } = this.#options;
    const written: Change[] = [];
    const removed: string[] = [];
    const taken: ColleagueComment[] = [];
    let [added, known, refused] = [0, 0, 0];
    for (const comment of latestOf(comments)) {
      const { id, changedAt } = comment;
      const stored = store.get(id);
      if (stored !== undefined && !isBy(stored, comment.author)) refused += 1;
      else if ((this.#changedAt.get(id) ?? '') > changedAt) known += 1;
      else if ('isDeleted' in comment) {
        if (stored === undefined) known += 1;
        else {
          removed.push(id);
          taken.push(comment);
        }
      } else {
        const input = inputFrom(comment);
        if (stored !== undefined && isSameInput(inputOf(stored), input)) known += 1;
        else written.push({ id, input });
        if (stored === undefined) added += 1;
        taken.push(comment);
      }
    }
    return { written, removed, taken, added, known, refused };
  }
}

/** A tool has removed it meanwhile. */
const unlessGone = (error: unknown): void => {
  if (!(error instanceof GalleyError) || error.code !== 'not_found') throw error;
};

/** One state of each. */
const latestOf = (comments: readonly ColleagueComment[]): Iterable<ColleagueComment> => {
  const latest = new Map<string, ColleagueComment>();
  for (const comment of comments) {
    const other = latest.get(comment.id);
    if (other === undefined || other.changedAt < comment.changedAt) latest.set(comment.id, comment);
  }
  return latest.values();
};

const isBy = ({ source, author }: { source: string; author?: string }, name: string): boolean =>
  source === colleagueSource && author === name;

const inputFrom = ({
  author,
  kind,
  text,
  quote,
  file,
}: WrittenComment): DocumentAnnotationInput => ({
  source: colleagueSource,
  author,
  text,
  rule: kind,
  ...(quote === undefined
    ? { type: 'GLOBAL_COMMENT' }
    : {
        type: 'COMMENT',
        originalText: quote.text,
        ...(quote.prefix === undefined ? {} : { prefix: quote.prefix }),
        ...(quote.suffix === undefined ? {} : { suffix: quote.suffix }),
      }),
  ...(file === undefined ? {} : { filePath: file }),
});

/** A colleague's comment as a shared file has it. */
export const colleagueCommentOf = (
  annotation: DocumentAnnotation,
  changedAt: string,
): WrittenComment => {
  const {
    id,
    author = '',
    text,
    rule,
    originalText,
    prefix,
    suffix,
    startLine,
    filePath,
  } = annotation;
  return {
    id,
    author,
    changedAt,
    kind: kindOf(rule),
    text,
    ...(originalText === undefined
      ? {}
      : {
          quote: {
            text: originalText,
            ...(prefix === undefined ? {} : { prefix }),
            ...(suffix === undefined ? {} : { suffix }),
            ...(startLine === undefined ? {} : { line: startLine }),
          },
        }),
    ...(filePath === undefined ? {} : { file: filePath }),
  };
};

const kindOf = (rule: string | undefined): CommentKind =>
  commentKinds.find((kind) => kind === currentKind(rule)) ?? 'must';
