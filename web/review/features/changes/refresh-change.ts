import type { ChangedFile } from '../../../../shared/placement/manifest.ts';
import type { DiffAnswer } from '../../../../shared/session/content.ts';
import { texts } from '../../../shell/texts/texts.ts';
import { refresh } from '../../protocol/refresh.ts';
import { randomId } from '../../../shell/random-id.ts';
import type { Page } from '../../ui/page.ts';
import type { Action, State } from '../../store/state.ts';
import { loadPatchLines, withWholeFile, type FileLines } from './file-lines.ts';
import {
  commentsAnew,
  editorsAnew,
  findCode,
  saidByComment,
  saidByEditor,
  type PlaceLines,
  type SaidOf,
} from './place-anew.ts';

/** Shows the change as it is in the work tree now; comments and editors are placed in it anew, and none is lost. */
export const refreshChange = async (page: Page): Promise<void> => {
  const { store, client } = page;
  const before = store.getState().content.diff?.files ?? [];
  const known = await knownCode(page, before);
  await refresh(page, {
    load: () => {
      page.colours.ask();
      return client.getDiff(store.getState().content.isWhitespaceHidden ? 'hide' : 'show');
    },
    show: async (diff) => {
      const place = await placesIn(page, { before, diff, known });
      return shown(store.getState(), diff, place);
    },
  });
  // What was found stands in files that are others now.
  const { query } = store.getState().search;
  if (query !== '') page.search.seek(query);
};

/** What is shown then; made of the state at that moment, since the reviewer goes on writing. */
const shown = (state: State, diff: DiffAnswer, place: PlaceLines): Action[] => {
  const comments = commentsAnew(state.comments, place);
  const editors = editorsAnew(state.editors, place);
  const outdated =
    comments.filter((comment) => 'isOutdated' in comment).length +
    editors.filter(({ target }) => target.kind === 'lines' && target.target.isOutdated).length;
  const { isWhitespaceHidden } = state.content;
  return [
    { type: 'content/diff', diff, isWhitespaceHidden },
    { type: 'comments/replaced', comments },
    { type: 'editors/replaced', editors },
    ...(outdated === 0 ? [] : tellOf(outdated)),
  ];
};

const tellOf = (outdated: number): Action[] => [
  { type: 'panel/shown', tab: 'comments' },
  {
    type: 'notices/shown',
    notice: { id: randomId(), text: texts().freshness.outdated(outdated) },
  },
];

const allSaid = ({ comments, editors }: State): SaidOf[] =>
  [...comments.map(saidByComment), ...editors.map(saidByEditor)].filter(
    (said) => said !== undefined,
  );

const fileOf = (files: readonly ChangedFile[], filePath: string): ChangedFile | undefined =>
  files.find(({ path }) => path === filePath) ?? files.find(({ oldPath }) => oldPath === filePath);

/** The code of what was said without it, which can be had only as long as this version is the newest. */
const knownCode = async (
  { store, client }: Page,
  files: readonly ChangedFile[],
): Promise<ReadonlyMap<string, FileLines>> => {
  const known = new Map<string, FileLines>();
  for (const { filePath, code } of allSaid(store.getState())) {
    const file = fileOf(files, filePath);
    if (code !== undefined || file === undefined || known.has(filePath)) continue;
    const lines = await loadPatchLines(client, file);
    if (lines !== undefined) known.set(filePath, lines);
  }
  return known;
};

const codeIn = (lines: FileLines | undefined, said: SaidOf): string | undefined => {
  const code: string[] = [];
  for (let line = said.lineStart; line <= said.lineEnd; line += 1) {
    const text = lines?.[said.side].get(line);
    if (text === undefined) return undefined;
    code.push(text);
  }
  return code.join('\n');
};

interface Versions {
  readonly before: readonly ChangedFile[];
  readonly diff: DiffAnswer;
  readonly known: ReadonlyMap<string, FileLines>;
}

/** Looks up where the lines are that something was said about, and has what is needed for that loaded. */
const placesIn = async (
  { store, client }: Page,
  { before, diff, known }: Versions,
): Promise<PlaceLines> => {
  const withCode = (said: SaidOf): SaidOf => ({
    ...said,
    code: said.code ?? codeIn(known.get(said.filePath), said),
  });
  /** The change of its file is what it was, and so are all lines. */
  const hasStayed = ({ filePath, isOutdated }: SaidOf, { digest }: ChangedFile): boolean =>
    !isOutdated && digest !== undefined && fileOf(before, filePath)?.digest === digest;
  const contents = new Map<string, FileLines>();
  for (const said of allSaid(store.getState()).map(withCode)) {
    const file = fileOf(diff.files, said.filePath);
    if (file === undefined || hasStayed(said, file)) continue;
    const lines = contents.get(said.filePath) ?? (await loadPatchLines(client, file));
    if (lines === undefined) continue;
    const isShown = findCode(lines[said.side], said) !== undefined;
    const needsWhole = !isShown && said.side === 'new';
    contents.set(said.filePath, needsWhole ? await withWholeFile(client, file, lines) : lines);
  }
  return (said) => {
    const { filePath, side, lineStart, lineEnd } = said;
    const file = fileOf(diff.files, filePath);
    if (file !== undefined && hasStayed(said, file)) return { lineStart, lineEnd };
    const lines = contents.get(filePath);
    const start = lines === undefined ? undefined : findCode(lines[side], withCode(said));
    return start === undefined
      ? undefined
      : { lineStart: start, lineEnd: start + lineEnd - lineStart };
  };
};
