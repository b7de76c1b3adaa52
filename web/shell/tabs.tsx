import type { ReactNode } from 'react';
import './tabs.css';

interface TabsProps<Id extends string> {
  /** Prefix of the tabs' ids; its plural is the class of the list. */
  readonly name: string;
  readonly label: string;
  readonly tabs: readonly Id[];
  readonly selected: Id;
  /** Id of the tab panel. */
  readonly controls: string;
  readonly render: (id: Id) => ReactNode;
  readonly onSelect: (id: Id) => void;
}

/** Tabs with arrow-key navigation. */
export const Tabs = <Id extends string>({
  name,
  label,
  tabs,
  selected,
  controls,
  render,
  onSelect,
}: TabsProps<Id>) => {
  const goTo = (id: Id | undefined) => {
    if (id === undefined) return;
    onSelect(id);
    document.querySelector<HTMLElement>(`#${name}-${id}`)?.focus();
  };
  return (
    <div className={`${name}s`} role="tablist" aria-label={label}>
      {tabs.map((id, index) => (
        <button
          key={id}
          type="button"
          role="tab"
          id={`${name}-${id}`}
          className="tab"
          data-tab={id}
          aria-selected={id === selected}
          aria-controls={controls}
          tabIndex={id === selected ? 0 : -1}
          onClick={() => onSelect(id)}
          onKeyDown={({ key }) => {
            if (key === 'ArrowLeft') goTo(tabs.at(index - 1));
            if (key === 'ArrowRight') goTo(tabs[(index + 1) % tabs.length]);
          }}
        >
          {render(id)}
        </button>
      ))}
    </div>
  );
};
