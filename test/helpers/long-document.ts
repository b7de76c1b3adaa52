import { createApiClient } from '../../shared/node/api-client.ts';
import { sessionApi } from '../../shared/session/session-routes.ts';
import { taskProcessesOf } from './processes.ts';
import { until } from './until.ts';

const rows = (count: number, row: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => `${row(at)}\n`).join('');

/** A markdown text with four blocks in each of its sections: 600 of them take a second or more to render. */
export const longText = (sections: number): string =>
  rows(sections, (number) =>
    [
      `## Section ${number}\n\nSome *words* of \`section\` ${number}, and [more](#section-0).\n`,
      rows(40, (at) => `- item ${at} of **${number}**`),
      `| a | b |\n| - | - |\n${rows(20, (at) => `| ${at} | of \`${number}\` |`)}`,
    ].join('\n'),
  );

/** Stops the task process. @returns what lets it go on */
export const stopTasks = (supervisor: number): (() => void) => {
  const pids = taskProcessesOf(supervisor);
  for (const pid of pids) process.kill(pid, 'SIGSTOP');
  return () => {
    for (const pid of pids) process.kill(pid, 'SIGCONT');
  };
};

/**
 * Waits until a long document has its beginning, and stops the task process, which renders the rest.
 * @returns what lets it go on
 */
export const stopAfterBeginning = async (url: string, supervisor: number): Promise<() => void> => {
  const api = createApiClient(sessionApi, { url });
  await until('the beginning is there', async () => {
    const { preparation } = (await api.call('getSession')).body;
    if (preparation.state !== 'preparing') throw new Error(`it is ${preparation.state} already`);
    return preparation.hasBeginning === true;
  });
  return stopTasks(supervisor);
};
