/** Three dots while there is no text yet. */
export function Typing({ label }: { label: string }) {
  return (
    <div class="typing" role="img" aria-label={label}>
      <i />
      <i />
      <i />
    </div>
  );
}
