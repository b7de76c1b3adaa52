import { languageOf, languages } from '../../../../../shared/file-language.ts';

/** Language names that are neither the highlighter's nor a file extension. */
const aliases: Readonly<Record<string, string>> = {
  shell: 'shellscript',
  console: 'shellscript',
  'shell-session': 'shellscript',
  golang: 'go',
  'c++': 'cpp',
  'c#': 'csharp',
  objc: 'objective-c',
  jsonl: 'json',
  pwsh: 'powershell',
  postgresql: 'sql',
  protobuf: 'proto',
};

/** Maps a fence's info string to the highlighter's language; undefined if unknown. */
export const fenceLanguage = (name: string): string | undefined => {
  const lower = name.toLowerCase();
  if (Object.hasOwn(languages, lower)) return lower;
  if (Object.hasOwn(aliases, lower)) return aliases[lower];
  const known = /^[\w+#-]+$/u.test(lower) ? languageOf(`code.${lower}`) : 'text';
  return known === 'text' ? undefined : known;
};
