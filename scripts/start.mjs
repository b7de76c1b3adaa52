// `npm start`: installs and builds if necessary, opens a review of each mode on real input, and sends each a finding.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from './root.mjs';
import { build, install } from './steps.mjs';

const execute = promisify(execFile);

await install();
await build();

const run = (...args) =>
  execute(process.execPath, [join(root, 'dist', 'cli.cjs'), ...args], { cwd: root });

const galley = async (...args) => JSON.parse((await run(...args, '--json')).stdout);

/** The newest commits, up to three. */
const lastCommits = async () => {
  const { stdout } = await execute('git', ['rev-list', '--count', 'HEAD'], { cwd: root });
  const count = Math.min(3, Number(stdout) - 1);
  return count > 0 ? `HEAD~${count}..HEAD` : 'HEAD';
};

/** Sends a finding as in the README, with curl, or with fetch if there is no curl. */
const sendFinding = async (url, finding) => {
  const target = `${url}/api/external-annotations`;
  const body = JSON.stringify(finding);
  try {
    await execute('curl', [
      '-sS',
      '--fail-with-body',
      target,
      '-H',
      'content-type: application/json',
      '-d',
      body,
    ]);
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
    const answer = await fetch(target, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    if (!answer.ok) throw new Error(await answer.text(), { cause: error });
  }
};

/** A line of the review, once its diff is prepared. */
const shownLine = async (url) => {
  const deadline = Date.now() + 30_000;
  for (;;) {
    const diff = await (await fetch(`${url}/api/diff`)).json();
    if (diff.preparation.state === 'failed') throw new Error(diff.preparation.error);
    const file = diff.files.find((changed) => changed.hunks.some(([, , , lines]) => lines > 0));
    if (diff.preparation.state === 'ready')
      return file && { filePath: file.path, line: file.hunks[0][2] };
    if (Date.now() > deadline) throw new Error('the diff was not prepared within 30 seconds');
    await new Promise((done) => setTimeout(done, 50));
  }
};

try {
  // In an SSH session or a development container, print how to connect, and who can.
  const { stderr: reach } = await run('supervisor', 'start');
  const plan = await galley(
    'sessions',
    'open',
    'plan',
    'examples/plan.md',
    '--origin',
    'npm start',
  );
  const document = await galley(
    'sessions',
    'open',
    'document',
    'README.md',
    '--origin',
    'npm start',
  );
  const review = await galley(
    'sessions',
    'open',
    'review',
    await lastCommits(),
    '--origin',
    'npm start',
  );

  await sendFinding(plan.url, {
    source: 'plan-lint',
    type: 'COMMENT',
    originalText: 'Accept both formats for two weeks.',
    text: 'Say who decides that the two weeks are over, and by which figure.',
  });
  await sendFinding(document.url, {
    source: 'prose-lint',
    text: 'Is every command of this document tried by a test?',
  });
  const place = await shownLine(review.url);
  await sendFinding(
    review.url,
    place === undefined
      ? { source: 'secret-scan', scope: 'general', text: 'No secrets found.' }
      : {
          source: 'secret-scan',
          filePath: place.filePath,
          lineStart: place.line,
          lineEnd: place.line,
          type: 'concern',
          text: 'Begins here: nothing in this file looks like a secret, but nobody has checked the history.',
        },
  );

  console.log(`
Three reviews are open, each in a process of its own and with a finding of a tool in it:

  plan      ${plan.url}
  document  ${document.url}
  review    ${review.url}
${reach === '' ? '' : `\n${reach}`}
The decision of one:   npm run galley -- sessions wait ${plan.id}
All that are open:     npm run galley -- sessions list
Close them:            npm run galley -- sessions close --all
Stop the supervisor:   npm run galley -- supervisor stop`);
} catch (error) {
  console.error(error.stderr?.trim() || error.message);
  process.exitCode = 1;
}
