/** Sample content for the reviews. */

/** A plan of about a page. */
export const smallPlan = `# Move session tokens out of the database

Every page view reads the table \`session_tokens\` twice. Under load that is the slowest part of a request.

## Steps

1. Add a signed token format, verified without the database.
2. Accept both formats for two weeks. New sign-ins get the new one.
3. Keep a list of revoked tokens in memory on each server.

| step | risk                      | safeguard                  |
| ---- | ------------------------- | -------------------------- |
| 1    | a key is lost             | sign-ins fail in the trial |
| 3    | a revocation is not heard | the count of revoked keys  |
`;

const pathOf = (file: number): string => `src/part-${Math.floor(file / 40)}/file-${file}.ts`;

/** A patch with this many changed lines, half removed and half added, 100 per file in hunks of 20. */
export const patchOf = (changedLines: number): string => {
  const parts: string[] = [];
  for (let file = 0; file < changedLines / 100; file += 1) {
    const path = pathOf(file);
    parts.push(
      `diff --git a/${path} b/${path}`,
      'index 1111111..2222222 100644',
      `--- a/${path}`,
      `+++ b/${path}`,
    );
    for (let hunk = 0; hunk < 5; hunk += 1) pushHunk(parts, hunk * 100 + 1);
  }
  return `${parts.join('\n')}\n`;
};

const pushHunk = (parts: string[], first: number): void => {
  parts.push(`@@ -${first},16 +${first},16 @@ export const part = () => {`);
  const context = (line: number) => parts.push(`   const kept${line} = read('setting ${line}');`);
  for (let line = 0; line < 3; line += 1) context(first + line);
  for (let line = 3; line < 13; line += 1)
    parts.push(`-  const value${first + line} = compute(${line}, 'before', options);`);
  for (let line = 3; line < 13; line += 1)
    parts.push(`+  const value${first + line} = await compute(${line}, 'after', options);`);
  for (let line = 13; line < 16; line += 1) context(first + line);
};

/** A linter's finding on a line of that patch. */
export const finding = (number: number, files: number) => ({
  source: 'lint',
  filePath: pathOf(number % files),
  lineStart: (number % 5) * 100 + 4,
  lineEnd: (number % 5) * 100 + 5,
  type: 'concern',
  text: `Finding ${number}: the result of compute is awaited inside of a loop; collect the promises first.`,
});
