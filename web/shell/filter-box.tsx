import { Icon } from './icon.tsx';
import './filter-box.css';

interface FilterBoxProps {
  /** Accessible name and placeholder. */
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Arrow down moves to the list. */
  readonly onLeave: () => void;
  /** Enter selects the first match. */
  readonly onEnter: () => void;
}

/** Filters a list while typing. */
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
