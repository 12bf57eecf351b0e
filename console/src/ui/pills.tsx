import './pills.css';

interface PillsProps<Value extends string> {
  /** What is chosen. */
  label: string;
  /** The name of the controls. */
  name: string;
  value: Value;
  options: readonly { readonly value: Value; readonly label: string }[];
  disabled?: boolean;
  /** The id of a text about the choice. */
  describedBy?: string | undefined;
  onValue: (value: Value) => void;
}

/** One of a few values, all of them in view. */
export function Pills<Value extends string>(props: PillsProps<Value>) {
  const { label, name, value, options, disabled = false, describedBy, onValue } = props;
  return (
    <div class="pills" role="radiogroup" aria-label={label} aria-describedby={describedBy}>
      {options.map((option) => (
        <label key={option.value} class="pill">
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            disabled={disabled}
            onChange={() => onValue(option.value)}
          />
          {option.label}
        </label>
      ))}
    </div>
  );
}
