import { GalleyError } from '../../../shared/errors.ts';
import type { ProjectChange } from '../../../shared/session/staging.ts';
import { stagingActionSchema } from '../../../shared/session/staging-action.ts';
import type { TaskContext } from '../../threads/task-context.ts';
import type { ChangeWriter, WantedSuggestions } from '../provider.ts';
import { below, fileWithin, partAt, withEach, type Part, type WriterPart } from './parts.ts';

/** Writes to each repository what is meant for it; undefined if none can be written to. */
export const writerBelow = (all: readonly Part[]): ChangeWriter | undefined => {
  const parts = all.flatMap((part): WriterPart[] => {
    const { writer } = part.change;
    return writer === undefined ? [] : [{ ...part, writer }];
  });
  if (parts.length === 0) return undefined;
  const compared = parts.filter(({ isCompared }) => isCompared);
  return {
    actions: stagingActionSchema.options.filter((action) =>
      compared.some(({ writer }) => writer.actions.includes(action)),
    ),
    stage: async (wanted, kept, context) => {
      const part = partAt(compared, wanted.file.path)?.part;
      if (part === undefined) throw new GalleyError('change_refused', notWritten);
      const file = fileWithin(part.folder, wanted.file);
      return madeIn(part, await part.writer.stage({ ...wanted, file }, kept, context));
    },
    apply: (wanted, kept, context) => apply(parts, wanted, { kept, context }),
    undo: async (id, kept, context) => {
      for (const part of parts) {
        const changes = await part.writer.list(kept);
        if (changes.some((one) => one.id === id))
          return madeIn(part, await part.writer.undo(id, kept, context));
      }
      throw new GalleyError(
        'not_found',
        'This cannot be undone any more: it was undone, or is older than a week.',
      );
    },
    list: async (kept) => {
      const made = await withEach(parts, async (part) =>
        (await part.writer.list(kept)).map((one) => madeIn(part, one)),
      );
      return made.flat().toSorted((one, other) => (one.madeAt < other.madeAt ? 1 : -1));
    },
  };
};

const notWritten =
  'Galley does not write to the repository of this file. Use its version control instead.';

const madeIn = ({ folder }: Part, made: ProjectChange): ProjectChange => ({
  ...made,
  path: below(folder, made.path),
});

/** Applies the suggestions of each repository there; the places in the list are those of all. */
const apply = async (
  parts: readonly WriterPart[],
  { suggestions, files }: WantedSuggestions,
  { kept, context }: { readonly kept: string; readonly context: TaskContext },
) => {
  const found = suggestions.map((one, index) => ({ one, index, at: partAt(parts, one.path) }));
  const changes: ProjectChange[] = [];
  const refused = found.flatMap(({ index, at }) =>
    at === undefined ? [{ index, reason: notWritten }] : [],
  );
  for (const part of parts) {
    const own = found.filter(({ at }) => at?.part === part);
    if (own.length === 0) continue;
    const wanted = {
      suggestions: own.map(({ one, at }) => ({ ...one, path: at?.path ?? '' })),
      files: files
        .filter(({ path }) => partAt(parts, path)?.part === part)
        .map((file) => fileWithin(part.folder, file)),
    };
    const made = await part.writer.apply(wanted, kept, context);
    changes.push(...made.changes.map((one) => madeIn(part, one)));
    refused.push(
      ...made.refused.map(({ index, reason }) => ({ index: own[index]?.index ?? 0, reason })),
    );
  }
  return { changes, refused: refused.toSorted((one, other) => one.index - other.index) };
};
