/** The first letter of a name. */
export function Avatar({ name }: { name: string }) {
  return (
    <span class="avatar" aria-hidden="true">
      {/^\S/u.exec(name.trim())?.[0].toUpperCase() ?? '?'}
    </span>
  );
}
