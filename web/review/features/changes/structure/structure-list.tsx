import { useMemo, useState } from 'react';
import type { StructureAnswer } from '../../../../../shared/session/structure.ts';
import { QuietButton } from '../../../../shell/button.tsx';
import { storedChoice } from '../../../../shell/stored-choice.ts';
import { VirtualList } from '../../../ui/list/virtual-list.tsx';
import { useChangedFiles } from '../viewed/viewed-progress.tsx';
import { StructureListRow } from './structure-row.tsx';
import { structureRows, type StructureOrder, type StructureView } from './structure-rows.ts';
import { useStructure } from './use-structure.ts';
import { structureTexts } from '../../../../shell/texts/structure-texts.ts';
import './structure.css';

const heights = { head: 34, entry: 30, file: 30 } as const;

/** What happened to functions, classes, types …; each entry leads to its place in the diff. */
export const StructureList = () => {
  const known = useStructure();
  const files = useChangedFiles();
  const [view, setView] = useView();
  const rows = useMemo(
    () => (typeof known === 'object' ? structureRows(known, files, view) : []),
    [known, files, view],
  );
  const words = structureTexts();
  if (known === undefined)
    return (
      <div className="panel-empty" role="status">
        <p>{words.loading}</p>
        <div className="progress" />
      </div>
    );
  if (typeof known === 'string')
    return (
      <p className="panel-empty" role="alert">
        {known}
      </p>
    );
  const toggle = (key: string) => setView({ toggled: toggled(view.toggled, key) });
  return (
    <>
      <StructureHead known={known} view={view} onChange={setView} />
      {rows.length === 0 && <p className="panel-empty">{words.none}</p>}
      <VirtualList
        items={rows}
        keyOf={({ key }) => key}
        isAnchor={({ type }) => type !== 'head'}
        heightOf={({ type }) => heights[type]}
        viewKey={`${view.order} ${view.hidesFormatting}`}
        label={words.list}
        activeKey={undefined}
        render={(row) => <StructureListRow row={row} order={view.order} onToggle={toggle} />}
      />
    </>
  );
};

const toggled = (set: ReadonlySet<string>, value: string): ReadonlySet<string> => {
  const next = new Set(set);
  if (!next.delete(value)) next.add(value);
  return next;
};

const orderInThisTab = storedChoice(() => sessionStorage, 'galley.structure.order');
const hidingInThisTab = storedChoice(() => sessionStorage, 'galley.structure.formatting');

/** How the list is shown; kept while the tab is open. */
const useView = () => {
  const [view, setView] = useState<StructureView>(() => ({
    order: orderInThisTab.get() === 'change' ? 'change' : 'file',
    hidesFormatting: hidingInThisTab.get() === 'hide',
    toggled: new Set(),
  }));
  const change = (part: Partial<StructureView>): void => {
    const next = { ...view, ...part };
    orderInThisTab.set(next.order);
    hidingInThisTab.set(next.hidesFormatting ? 'hide' : 'show');
    setView(next);
  };
  return [view, change] as const;
};

interface StructureHeadProps {
  readonly known: StructureAnswer;
  readonly view: StructureView;
  readonly onChange: (part: Partial<StructureView>) => void;
}

const orders: readonly StructureOrder[] = ['file', 'change'];

const StructureHead = ({ known, view, onChange }: StructureHeadProps) => {
  const words = structureTexts();
  const { entries, more, unread } = known;
  const late = unread.filter(({ reason }) => reason === 'too-slow').length;
  const formatting = entries.filter(({ change }) => change === 'reformatted').length;
  const shown = entries.length - (view.hidesFormatting ? formatting : 0);
  return (
    <div className="structure-head">
      <span>{words.counted(shown)}</span>
      {formatting > 0 && (
        <QuietButton
          aria-pressed={view.hidesFormatting}
          onClick={() => onChange({ hidesFormatting: !view.hidesFormatting })}
        >
          {words.hideFormatting(formatting)}
        </QuietButton>
      )}
      <span className="spacer" />
      <select
        className="select"
        aria-label={words.order}
        title={words.order}
        value={view.order}
        onChange={({ currentTarget }) =>
          onChange({ order: orders[currentTarget.selectedIndex] ?? 'file' })
        }
      >
        {orders.map((order) => (
          <option key={order} value={order}>
            {words.orders[order]}
          </option>
        ))}
      </select>
      {more > 0 && <p className="structure-more">{words.more(more)}</p>}
      {late > 0 && <p className="structure-more">{words.late(late)}</p>}
    </div>
  );
};
