import type { Scope } from '../../../../../shared/session/scope.ts';
import { texts } from '../../../../shell/texts/texts.ts';

/** What a scope compares, in words. */
export const scopeInWords = ({ kind, name = '' }: Scope): string => {
  const words = texts().scope;
  switch (kind) {
    case 'base':
      return words.base(name);
    case 'commit':
      return words.commit(name);
    case 'range':
      return name;
    default:
      return words[kind];
  }
};
