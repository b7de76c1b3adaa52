/** A value with its name. */
export interface ChoiceOption<Value extends string> {
  readonly value: Value;
  readonly text: string;
}

interface ChoiceProps<Value extends string> {
  readonly label: string;
  /** The name of choosing none; without it one is always chosen. */
  readonly all?: string;
  readonly value: Value | undefined;
  readonly options: readonly ChoiceOption<Value>[];
  readonly onChoose: (value: Value | undefined) => void;
}

/** One of a few values, or none. A value that is chosen and no longer offered stays to be seen. */
export const Choice = <Value extends string>({
  label,
  all,
  value,
  options,
  onChoose,
}: ChoiceProps<Value>) => {
  const isMissing = value !== undefined && options.every((option) => option.value !== value);
  // The first place is that of none; names that others gave are never compared with a word of ours.
  const index = options.findIndex((option) => option.value === value);
  return (
    <select
      className="select"
      aria-label={label}
      title={label}
      data-chosen={all !== undefined && value !== undefined}
      value={isMissing ? 'missing' : index}
      onChange={({ currentTarget }) => onChoose(options[Number(currentTarget.value)]?.value)}
    >
      {all !== undefined && <option value={-1}>{all}</option>}
      {isMissing && <option value="missing">{value}</option>}
      {options.map((option, at) => (
        <option key={option.value} value={at}>
          {option.text}
        </option>
      ))}
    </select>
  );
};
