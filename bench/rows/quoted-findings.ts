import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { request } from 'undici';
import { urlOf } from '../../shared/client.ts';
import type { Block } from '../../shared/placement/blocks.ts';
import { sessionTargets } from '../../shared/session/session-targets.ts';
import type { Bench } from '../kit/bench.ts';
import type { Figure } from '../kit/figure.ts';
import { upTo } from '../kit/in-parallel.ts';
import type { OwnSupervisor } from '../kit/own-supervisor.ts';
import { median, spreadOf } from '../kit/percentile.ts';
import type { Row } from '../kit/row.ts';
import { clearFindings, findingsPath, postJson } from '../kit/small-review.ts';

const lines = 10_000;
const quotes = 1000;
const misquotes = 200;

/** Texts that people have written, with 10,000 lines together. */
const sources = ['commonmark-spec/spec.txt', '@base-ui/react/docs/react/components/combobox.md'];

const longText = async (modules: string): Promise<string> => {
  const texts = await Promise.all(sources.map((name) => readFile(join(modules, name), 'utf8')));
  const all = texts.join('\n').split('\n');
  if (all.length < lines) throw new Error(`The texts have ${all.length} lines.`);
  return all.slice(0, lines).join('\n');
};

/** Phrases of 60 to 80 characters from all over the text as it is shown. */
const phrasesOf = async (url: string, count: number): Promise<string[]> => {
  const { body } = await request(urlOf(url, sessionTargets.getPlan));
  const { blocks } = (await body.json()) as { readonly blocks: readonly Block[] };
  const long = blocks.filter(({ kind, text }) => kind === 'paragraph' && text.length > 100);
  return upTo(count).map((index) => {
    const { text = '' } = long[Math.floor((index * long.length) / count)] ?? {};
    const from = (index * 37) % (text.length - 80);
    return text.slice(from, from + 60 + (index % 20));
  });
};

/** Three characters of it are other ones. */
const misquoted = (phrase: string): string => {
  const units = phrase.split('');
  for (const part of [1, 2, 3]) units[Math.floor((part * units.length) / 4)] = '~';
  return units.join('');
};

const bodyOf = (quoted: readonly string[]): string => {
  const common = { source: 'bench', type: 'COMMENT', text: 'Say why.' };
  return JSON.stringify({
    annotations: quoted.map((originalText) => ({ ...common, originalText })),
  });
};

const open = async ({ control, home }: OwnSupervisor, text: string): Promise<string> => {
  const path = join(home.folder, 'quoted.md');
  await writeFile(path, text);
  const asked = { mode: 'document', cwd: home.folder, path, detached: true } as const;
  const { id, url } = await control.open(asked);
  await control.prepared(id);
  return url;
};

/** How many findings have been placed in this way. */
const countPlaced = async (url: string, wanted: string): Promise<number> => {
  const { body } = await request(url + findingsPath);
  const { annotations } = (await body.json()) as {
    annotations: readonly { readonly placement: string }[];
  };
  return annotations.filter(({ placement }) => placement === wanted).length;
};

/** Milliseconds until a session has said what it is. */
const ask = async (url: string): Promise<number> => {
  const startedMs = performance.now();
  const { body } = await request(urlOf(url, sessionTargets.getSession));
  await body.text();
  return performance.now() - startedMs;
};

/** Milliseconds until the answer to findings, which has their exact places. */
const placeQuotes = async (url: string, body: string): Promise<number> => {
  const startedMs = performance.now();
  await postJson(url + findingsPath, body);
  const ms = performance.now() - startedMs;
  const count = await countPlaced(url, 'exact');
  if (count !== quotes) throw new Error(`${count} of ${quotes} quotes were placed.`);
  await clearFindings(url);
  return ms;
};

/** How many misquoted phrases get a place: some may be meant in two places. */
const placesOf = async (url: string, body: string): Promise<number> => {
  await postJson(url + findingsPath, body);
  let placed = -1;
  for (;;) {
    const now = await countPlaced(url, 'approximate');
    if (now === placed) break;
    placed = now;
    await delay(5000);
  }
  await clearFindings(url);
  if (placed < misquotes * 0.9) throw new Error(`Only ${placed} misquotes were placed.`);
  return placed;
};

/** How long it takes until all of these have an approximate place, and others' answers meanwhile. */
const placeMisquotes = async (
  url: string,
  { body, places }: { readonly body: string; readonly places: number },
): Promise<{ readonly ms: number; readonly waits: readonly number[] }> => {
  const waits: number[] = [];
  const startedMs = performance.now();
  await postJson(url + findingsPath, body);
  do {
    for (let times = 0; times < 10; times += 1) waits.push(await ask(url));
  } while ((await countPlaced(url, 'approximate')) < places);
  const ms = performance.now() - startedMs;
  await clearFindings(url);
  return { ms, waits };
};

const timeOfJson = (body: string): number => {
  const startedMs = performance.now();
  JSON.stringify(JSON.parse(body));
  return performance.now() - startedMs;
};

const figuresOf = async (bench: Bench, url: string): Promise<readonly Figure[]> => {
  const exactly = bodyOf(await phrasesOf(url, quotes));
  const body = bodyOf((await phrasesOf(url, misquotes)).map(misquoted));
  await placeQuotes(url, exactly);
  const nearly = { body, places: await placesOf(url, body) };
  const placed: number[] = [];
  const runs = [];
  const idle: number[] = [];
  const floors: number[] = [];
  for (let run = 0; run < bench.count(15, 4); run += 1) {
    floors.push(timeOfJson(exactly));
    placed.push(await placeQuotes(url, exactly));
    runs.push(await placeMisquotes(url, nearly));
    for (let times = 0; times < 50; times += 1) idle.push(await ask(url));
  }
  const waits = runs.flatMap((run) => run.waits);
  const times = runs.map(({ ms }) => ms);
  return [
    {
      name: `${quotes} findings with phrases of 10,000 lines, POST to their places: p50`,
      unit: 'ms',
      measured: median(placed),
      spread: spreadOf(placed),
      floor: median(floors),
      bound: { kind: 'at-most', limit: 300 },
      samples: placed.length,
    },
    {
      name: `${misquotes} misquoted ones, POST to the last place: p50`,
      unit: 'ms',
      measured: median(times),
      spread: spreadOf(times),
      bound: { kind: 'at-most', limit: 2000 },
      samples: times.length,
    },
    {
      name: 'other answers meanwhile: slowest',
      unit: 'ms',
      measured: Math.max(...waits),
      spread: spreadOf(waits),
      floor: Math.max(...idle),
      bound: { kind: 'at-most', limit: 50 },
      samples: waits.length,
    },
  ];
};

export const quotedFindings: Row = {
  id: 'quoted-findings',
  title: 'findings that quote a document of 10,000 lines',
  how: `The text of the CommonMark specification and of a documentation. A batch of ${quotes} findings, each with a phrase of it, from the start of the POST to the end of its answer, which has their places; floor: \`JSON.parse\` and \`JSON.stringify\` of the same body. Then ${misquotes} whose phrases are three characters off, until the last one has its approximate place, and how long \`GET /api/session\` takes meanwhile, one after the other; floor: the same when nothing is placed.`,
  measure: async (bench) => {
    const supervisor = await bench.supervisor();
    const figures = await figuresOf(bench, await open(supervisor, await longText(bench.modules)));
    await supervisor.stop();
    return figures;
  },
};
