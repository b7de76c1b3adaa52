import type { Scope, ScopeChoice } from '../../../../../shared/session/scope.ts';
import { importModule } from '../../../../shell/import-module.ts';
import { texts } from '../../../../shell/texts/texts.ts';
import { noticeOf } from '../../../store/notices-slice.ts';
import type { Page } from '../../../ui/page.ts';

/** Compares something else. Comments, editors and findings stay, and move to where their code is now. */
export const chooseScope = async (page: Page, choice: ScopeChoice): Promise<void> => {
  try {
    const { refreshChange } = await importModule(() => import('../refresh-change.ts'));
    await refreshChange(page, choice);
  } catch {
    page.store.dispatch(noticeOf(texts().freshness.notRefreshed(texts().frame.serverSilent)));
  }
};

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
