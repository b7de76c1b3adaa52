import { access, readdir, realpath, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join, relative, sep } from 'node:path';
import { parse } from 'yaml';
import { splitFrontMatter } from '../../../shared/front-matter.ts';
import { openPlainFile } from '../../../shared/node/plain-file.ts';
import type { Skill, SkillsAnswer } from '../../../shared/session/skills.ts';
import { compareNames } from '../../../shared/path-order.ts';
import { type TaskContext, withTaskOutput } from '../task-context.ts';
import type { ReadSkillsRequest, ReadSkillsResult } from '../task-requests.ts';

/** Where agents look for skills, in a project and in the home folder. */
const projectPlaces = ['agents', 'claude', 'codex', 'cursor', 'gemini', 'github', 'opencode'].map(
  (name) => join(`.${name}`, 'skills'),
);
const homePlaces = [
  ...['agents', 'claude', 'codex', 'copilot', 'cursor', 'gemini'].map((name) =>
    join(`.${name}`, 'skills'),
  ),
  join('.config', 'opencode', 'skills'),
];

const maxSkills = 200;
const maxBytes = 64 * 1024;
const maxFrontMatter = 16 * 1024;
const maxDescription = 1024;
/** How many folders above the reviewed one are looked at. */
const maxLevels = 40;

/**
 * Writes a SkillsAnswer: the skills of the project around a folder and of the home folder.
 * @throws GalleyError `storage_failed`
 */
export const readSkills = async (
  { cwd, output }: ReadSkillsRequest,
  { signal }: TaskContext,
): Promise<ReadSkillsResult> =>
  withTaskOutput(output, async ({ draftOf, publish }) => {
    const home = homedir();
    const folders = await projectFolders(cwd);
    const root = folders.at(-1) ?? cwd;
    const found = [
      ...(await Promise.all(
        folders.map((folder) => findSkills('project', { folder, root, places: projectPlaces })),
      )),
      ...(folders.includes(home)
        ? []
        : [await findSkills('home', { folder: home, root: home, places: homePlaces })]),
    ].flat();
    const skills: Skill[] = [];
    for (const one of found.slice(0, maxSkills)) {
      signal.throwIfAborted();
      skills.push(await readSkill(one));
    }
    const answer: SkillsAnswer = {
      skills: skills.toSorted((a, b) => Number(b.isAboutReviews) - Number(a.isAboutReviews)),
      more: Math.max(0, found.length - maxSkills),
    };
    await writeFile(draftOf(output), JSON.stringify(answer), { mode: 0o600 });
    await publish(output);
    return { skills: skills.length };
  });

/** The folder and those above it, up to the root of its repository; without one, just the folder. */
const projectFolders = async (cwd: string): Promise<string[]> => {
  const folders: string[] = [];
  for (let folder = cwd; folders.length < maxLevels; folder = dirname(folder)) {
    folders.push(folder);
    const isRoot = await Promise.all(['.git', '.jj'].map((name) => isThere(join(folder, name))));
    if (isRoot.includes(true)) return folders;
    if (dirname(folder) === folder) break;
  }
  return [cwd];
};

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

interface FoundSkill {
  readonly origin: Skill['origin'];
  /** The folder that it must not lead out of. */
  readonly root: string;
  /** Its file. */
  readonly file: string;
}

const findSkills = async (
  origin: Skill['origin'],
  { folder, root, places }: { folder: string; root: string; places: readonly string[] },
): Promise<FoundSkill[]> => {
  const found: FoundSkill[] = [];
  for (const place of places) {
    const names = await readdir(join(folder, place)).catch(() => []);
    for (const name of names.toSorted(compareNames)) {
      const file = join(folder, place, name, 'SKILL.md');
      if (await isThere(file)) found.push({ origin, root, file });
    }
  }
  return found;
};

const readSkill = async ({ origin, root, file }: FoundSkill): Promise<Skill> => {
  const path = origin === 'home' ? join('~', relative(root, file)) : relative(root, file);
  const facts = { name: nameOf(dirname(file)), isAboutReviews: false, origin, path };
  try {
    const folder = `${await realpath(root)}${sep}`;
    const real = await realpath(file);
    if (!real.startsWith(folder)) return { ...facts, notShown: 'outside' };
    const { content, isCut } = await readStart(folder, real.slice(folder.length));
    const head = headOf(content);
    const isAboutReviews = /review/iu.test(`${head.name ?? facts.name} ${head.description ?? ''}`);
    return { ...facts, ...head, isAboutReviews, content, ...(isCut ? { isCut } : {}) };
  } catch {
    return { ...facts, notShown: 'unreadable' };
  }
};

const nameOf = (folder: string): string => relative(dirname(folder), folder);

/** The start of a regular file in a folder. */
const readStart = async (
  folder: string,
  path: string,
): Promise<{ content: string; isCut: boolean }> => {
  const opened = await openPlainFile(folder, path);
  if (opened?.kind !== 'file') throw new Error(`${path} is no file`);
  const { file } = opened;
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(maxBytes), 0, maxBytes, 0);
    const isCut = bytesRead === maxBytes && (await file.stat()).size > maxBytes;
    return { content: buffer.toString('utf8', 0, bytesRead), isCut };
  } finally {
    await file.close();
  }
};

/** The name and the description in the front matter, if it has them. */
const headOf = (content: string): { name?: string; description?: string } => {
  const { frontMatter = '' } = splitFrontMatter(content.replaceAll('\r\n', '\n'));
  if (frontMatter === '' || frontMatter.length > maxFrontMatter) return {};
  let fields: unknown;
  try {
    // Aliases could make it large.
    fields = parse(frontMatter, { maxAliasCount: 0, logLevel: 'silent' });
  } catch {
    return {};
  }
  if (typeof fields !== 'object' || fields === null) return {};
  const { name, description } = fields as { name?: unknown; description?: unknown };
  return {
    ...(typeof name === 'string' && name !== '' ? { name: name.slice(0, 200) } : {}),
    ...(typeof description === 'string' && description !== ''
      ? { description: description.trim().slice(0, maxDescription) }
      : {}),
  };
};
