import { safeJson } from './json-text.ts';

const write = (stream: NodeJS.WriteStream, text: string): Promise<void> =>
  new Promise((resolve, reject) => {
    stream.write(text, (error) => {
      // A reader such as `head` that has seen enough is no failure.
      if (
        error === null ||
        error === undefined ||
        (error as NodeJS.ErrnoException).code === 'EPIPE'
      )
        resolve();
      else reject(error);
    });
  });

/** Writes the result of a command to stdout; resolves once it is handed over. */
export const printResult = (text: string): Promise<void> =>
  write(process.stdout, text.endsWith('\n') ? text : `${text}\n`);

/** Writes one JSON document to stdout. */
export const printJson = (value: unknown): Promise<void> =>
  printResult(safeJson(JSON.stringify(value, null, process.stdout.isTTY ? 2 : 0)));

/** Writes what is no result, for people, to stderr. */
export const printNote = (sentence: string): Promise<void> =>
  write(process.stderr, `${sentence}\n`);

/** Cells of the terminal behind stdout; undefined where there is none. */
export const stdoutWidth = (): number | undefined =>
  process.stdout.isTTY ? process.stdout.columns : undefined;
