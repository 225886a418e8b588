import { languageName } from '../../shell/words.ts';

const usual = 'ar cs da de el en es fi fr he hi hu it ja ko nl no pl pt ro ru sv tr uk vi zh'.split(' ');

interface LanguageProps {
  readonly label: string;
  /** Code of the chosen language. Undefined: none, where `none` has words for it. */
  readonly value: string | undefined;
  /** Codes of the book, which come first and may be unusual. */
  readonly first?: readonly string[];
  readonly without?: string | undefined;
  readonly none?: string;
  readonly onChange: (code: string | undefined) => void;
}

/** A choice of a language, by names. */
export function LanguageField({ label, value, first = [], without, none, onChange }: LanguageProps) {
  const codes = [...new Set([...first, ...usual])].filter((code) => code !== without);
  return (
    <label class="field">
      <span>{label}</span>
      <select value={value ?? ''} onChange={({ currentTarget }) => onChange(currentTarget.value || undefined)}>
        {none !== undefined && <option value="">{none}</option>}
        {codes.map((code) => (
          <option key={code} value={code}>
            {languageName(code)}
          </option>
        ))}
      </select>
    </label>
  );
}
