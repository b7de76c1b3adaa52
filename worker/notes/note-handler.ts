import { GalleyError } from '../../shared/errors.ts';
import { readConfig } from '../../shared/node/config-file.ts';
import { readSourceTexts } from '../../shared/node/document-source.ts';
import { json } from '../../shared/node/http/reply.ts';
import { documentSourcePath } from '../../shared/node/paths.ts';
import type { NamedSource } from '../../shared/node/text-as-markdown.ts';
import type { NoteBody } from '../../shared/session/note.ts';
import { sessionTargets } from '../../shared/session/session-targets.ts';
import { isThere, withSpoolFile } from '../content/spool-file.ts';
import { requireReady } from '../content/require-ready.ts';
import { noRemoteWrites } from '../content/no-remote-writes.ts';
import { verdict } from '../decision/decision-handlers.ts';
import type { EditedSession } from '../decision/proposed-edits.ts';
import type { FindShown } from '../document/shown-document.ts';
import { Mutex } from '../mutex.ts';
import type { SessionCore } from '../session-core.ts';
import type { SessionHandlers } from '../session-handlers.ts';
import { Notes } from './note-folder.ts';
import { noteName } from './note-name.ts';
import { noteText } from './note-text.ts';

/** `POST /api/notes`: writes the plan or document into the folder for notes. */
export const noteHandler = (core: SessionCore, find: FindShown): SessionHandlers<'saveNote'> => {
  const { assignment, preparation } = core;
  const { id, mode, title, project, openedAt, reviewed, provided, isRemote, files } = assignment;
  const notes = new Notes();
  const turns = new Mutex();
  const date = localDate(new Date(openedAt));
  const requireNotesFolder = async (): Promise<string> => {
    const { notesFolder } = await readConfig(files.config);
    if (notesFolder === '') throw noFolder();
    if (isRemote && !provided.includes('notes')) throw noRemoteWrites();
    return notesFolder;
  };
  const save = async ({ file: wanted, ...sent }: NoteBody) => {
    const folder = await requireNotesFolder();
    requireReady(preparation);
    const { document, file, isOneOfMany } = await find(wanted);
    const sources = await readSources(documentSourcePath(document), file);
    const source = isOneOfMany ? file : reviewed?.path;
    const facts = { galley: id, title, mode, project, date };
    const comments = await commentsOf(
      { ...core, find },
      file === undefined ? sent : aboutFile(file, sent),
    );
    const text = noteText({
      facts: { ...facts, ...(source === undefined ? {} : { source }) },
      sources,
      ...(comments === undefined ? {} : { comments }),
    });
    const named = { title: isOneOfMany ? `${title} ${withoutEnding(file ?? '')}` : title, date };
    return notes.write(folder, {
      subject: file ?? '',
      text,
      nameOf: (number) => noteName(named, number),
    });
  };
  return { saveNote: ({ body }) => turns.run(async () => json(await save(body))) };
};

type Sent = Omit<NoteBody, 'file'>;

/** What is about one document or about none. */
const aboutFile = (file: string, { annotations, edits, ...sent }: Sent): Sent => ({
  ...sent,
  ...(annotations === undefined
    ? {}
    : {
        annotations: annotations.filter((one) =>
          isAbout(file, 'file' in one ? one.file : undefined),
        ),
      }),
  ...(edits === undefined ? {} : { edits: edits.filter((one) => isAbout(file, one.file)) }),
});

const isAbout = (file: string, named: string | undefined): boolean =>
  named === undefined || named === file;

/** What the reviewer wrote, as in a decision; undefined if the note is to be without. */
const commentsOf = async (session: EditedSession & Pick<SessionCore, 'decider'>, sent: Sent) => {
  const { annotations, feedback, edits } = sent;
  if (annotations === undefined && feedback === undefined && edits === undefined) return undefined;
  const decider = await session.decider();
  return decider.decisionOf(await verdict('feedback', sent, session));
};

/** @throws GalleyError `not_found` */
const readSources = async (path: string, wanted: string | undefined): Promise<NamedSource[]> => {
  // Spools of earlier releases may have none.
  if (!(await isThere(path))) throw noText();
  const sources = await withSpoolFile(path, (file) => readSourceTexts(file, wanted));
  if (sources.length === 0) throw noText();
  return sources;
};

const withoutEnding = (path: string): string => path.replace(/\.[^./]*$/u, '');

/** `YYYY-MM-DD`, as the reviewer's calendar has it. */
const localDate = (time: Date): string =>
  [time.getFullYear(), time.getMonth() + 1, time.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');

const noFolder = (): GalleyError =>
  new GalleyError(
    'not_found',
    'There is no folder for notes. Choose one: `galley config set notesFolder FOLDER`.',
  );

const noText = (): GalleyError =>
  new GalleyError(
    'not_found',
    `There is no document with this name. ${sessionTargets.getPlan} lists them.`,
  );
