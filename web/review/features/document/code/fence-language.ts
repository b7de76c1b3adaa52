import { languageOf, languages } from '../../../../../shared/file-language.ts';

/** Names of languages that are no name and no ending of a file. */
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

/** The highlighter's name of what stands behind the backquotes of a fence; undefined where it has no such language. */
export const fenceLanguage = (name: string): string | undefined => {
  const lower = name.toLowerCase();
  if (Object.hasOwn(languages, lower)) return lower;
  if (Object.hasOwn(aliases, lower)) return aliases[lower];
  const known = /^[\w+#-]+$/u.test(lower) ? languageOf(`code.${lower}`) : 'text';
  return known === 'text' ? undefined : known;
};
