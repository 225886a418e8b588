/** A bar that fills, with its part for screen readers. */
export function Progress({ part, label }: { readonly part: number; readonly label: string }) {
  const percent = Math.floor(part * 100);
  return (
    <div
      class="bar"
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
    >
      <span style={{ transform: `scaleX(${part})` }} />
    </div>
  );
}
