import type { Scope } from '../../../../../shared/session/scope.ts';
import { scopeTexts } from '../../../../shell/texts/scope-texts.ts';

/** What a scope compares, in words. */
export const scopeInWords = ({ kind, name = '' }: Scope): string => {
  const words = scopeTexts();
  switch (kind) {
    case 'base':
      return name === '' ? words.baseOfEach : words.base(name);
    case 'commit':
      return words.commit(name);
    case 'range':
      return name;
    case 'patch':
      return name === '' ? words.stdin : words.patch(name);
    default:
      return words[kind];
  }
};
