import { importModule } from '../../../shell/import-module.ts';
import { canDecide } from '../../ui/conditions.ts';
import type { Page, Command } from '../../ui/page.ts';
import { isEmpty, wordsOf } from '../../protocol/words.ts';
import type { DecisionStep, Verdict } from '../../store/decision-slice.ts';
import type { State } from '../../store/state.ts';

/** Opens the popover, optionally with a verdict selected. */
const open =
  (verdict?: Verdict, step: DecisionStep = 'choice') =>
  ({ store }: Page): void =>
    store.dispatch(
      { type: 'decision/step', step },
      ...(verdict === undefined ? [] : [{ type: 'decision/chosen', verdict } as const]),
      { type: 'panel/dialog', dialog: 'decide' },
    );

const loadParts = () => import('./decision-parts.ts');
type Parts = Awaited<ReturnType<typeof loadParts>>;

/** The code is preloaded with the popover. If it is missing, opens the popover, which reports that. */
const withDecide = async (page: Page, act: (parts: Parts) => Promise<void>): Promise<void> => {
  const part = await importModule(loadParts).catch(() => undefined);
  if (part === undefined) open()(page);
  else await act(part);
};

/** Loaded with the end screen. */
const withUndo = async (act: (parts: Parts) => Promise<void>): Promise<void> =>
  act(await importModule(loadParts));

/** Closes the review, after confirmation if text would be lost. */
const close = (page: Page): void => {
  if (isEmpty(wordsOf(page.store.getState())))
    void withDecide(page, ({ decide }) => decide(page, 'close'));
  else open(undefined, 'close')(page);
};

const isHeld = ({ session }: State): boolean => session.held !== undefined;
const isDocument = ({ session }: State): boolean => session.info?.mode === 'document';

/** Capabilities of which one is needed for a verdict. */
const verdicts = ['approve', 'deny', 'feedback'] as const;

const common = { group: 'Decide', keys: [], canRun: canDecide } as const;

export const decisionCommands: readonly Command[] = [
  {
    ...common,
    id: 'decide.confirm',
    needs: [...verdicts, 'close'],
    keys: ['Mod+Enter'],
    isModal: true,
    canRun: (state) => state.panel.dialog === 'decide' && canDecide(state),
    run: (page) => void withDecide(page, ({ confirmDecision }) => confirmDecision(page)),
  },
  { ...common, id: 'decide.primary', needs: verdicts, keys: ['Mod+Enter'], run: open() },
  {
    ...common,
    id: 'decide.approve',
    needs: ['approve', 'feedback'],
    keys: ['Mod+Shift+Enter'],
    run: open('approve'),
  },
  {
    ...common,
    id: 'decide.feedback',
    needs: 'feedback',
    canRun: (state) => canDecide(state) && isDocument(state),
    run: open('reject'),
  },
  {
    ...common,
    id: 'decide.deny',
    needs: ['deny', 'feedback'],
    canRun: (state) => canDecide(state) && !isDocument(state),
    run: open('reject'),
  },
  { ...common, id: 'decide.close', needs: 'close', run: close },
  {
    ...common,
    id: 'decide.undo',
    needs: 'undo',
    keys: ['Mod+Z', 'u'],
    isModal: true,
    canRun: isHeld,
    run: (page) => void withUndo(({ undoDecision }) => undoDecision(page)),
  },
  {
    ...common,
    id: 'decide.send-now',
    needs: 'undo',
    keys: ['Mod+Enter'],
    isModal: true,
    canRun: isHeld,
    run: (page) => void withUndo(({ releaseByKey }) => releaseByKey(page)),
  },
];
