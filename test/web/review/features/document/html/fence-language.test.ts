import { describe, expect, it } from 'vitest';
import { fenceLanguage } from '../../../../../../web/review/features/document/html/colour-fences.ts';

describe('the language of a fence', () => {
  it.each([
    ['ts', 'typescript'],
    ['TypeScript', 'typescript'],
    ['python', 'python'],
    ['py', 'python'],
    ['sh', 'shellscript'],
    ['shell', 'shellscript'],
    ['c++', 'cpp'],
    ['dockerfile', 'docker'],
    ['mermaid', undefined],
    ['text', undefined],
    ['constructor', undefined],
    ['__proto__', undefined],
    ['../../ts', undefined],
    ['', undefined],
  ])('%j is %j', (name, language) => {
    expect(fenceLanguage(name)).toBe(language);
  });
});
