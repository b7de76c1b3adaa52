import { Icon } from './icon.tsx';
import './filter-box.css';

interface FilterBoxProps {
  /** What it is read out as, and shows while it is empty. */
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** The arrow down leads to what is filtered. */
  readonly onLeave: () => void;
  /** Enter takes the first that matches. */
  readonly onEnter: () => void;
}

/** Narrows the list below it as one types. */
export const FilterBox = ({ label, value, onChange, onLeave, onEnter }: FilterBoxProps) => (
  <label className="filter-box">
    <Icon name="search" size={14} />
    <input
      type="search"
      aria-label={label}
      placeholder={label}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') onEnter();
        if (event.key !== 'ArrowDown') return;
        event.preventDefault();
        onLeave();
      }}
    />
  </label>
);
