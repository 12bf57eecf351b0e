import type { AuditEntry } from '@portico/shared-types/api/people';
import { Link } from 'wouter';
import { useFormats } from '../../../text/formats.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { diffValues } from '../../../versions/diff-lines.ts';
import { LineDiff } from '../../../versions/line-diff.tsx';
import { actionTexts, nameAction } from './action-name.ts';
import { auditTexts } from './texts.ts';

/** The log with these filters. */
export function auditAddress(query: Readonly<Record<string, string>>): string {
  return `/settings/audit-log?${new URLSearchParams(query).toString()}`;
}

/** One change: the values before and after, the author and the origin. */
export function AuditPanel({ entry, onClose }: { entry: AuditEntry; onClose: () => void }) {
  const say = useTexts(auditTexts);
  const sayAction = useTexts(actionTexts);
  const formats = useFormats();
  const changes = Object.entries(entry.changes);
  const small = changes.filter(([, change]) => !isLarge(change));
  const large = changes.filter(([, change]) => isLarge(change));
  return (
    <Dialog open side onClose={onClose} title={nameAction(entry.action, sayAction)}>
      <Facts
        facts={[
          [say('action'), entry.action],
          [say('thing'), `${entry.resource.name ?? ''} (${entry.resource.id})`],
          [say('who'), `${entry.actor.name} (${entry.actor.type})`],
          [say('when'), formats.dateTime(entry.at)],
          [say('address'), entry.ip ?? '–'],
          [say('request'), entry.request_id ?? '–'],
        ]}
      />
      <p class="line">
        <Link href={auditAddress({ actor: entry.actor.id })}>{say('allBy', { name: entry.actor.name })}</Link>
        <Link href={auditAddress({ resource_id: entry.resource.id })}>
          {say('allOn', { name: entry.resource.name ?? entry.resource.id })}
        </Link>
      </p>
      {changes.length === 0 ? <p class="soft">{say('noChanges')}</p> : null}
      {small.length === 0 ? null : (
        <table class="change-table">
          <thead>
            <tr>
              <th scope="col">{say('field')}</th>
              <th scope="col">{say('before')}</th>
              <th scope="col">{say('after')}</th>
            </tr>
          </thead>
          <tbody>
            {small.map(([name, { before, after }]) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>
                  <bdi>{show(before)}</bdi>
                </td>
                <td>
                  <bdi>{show(after)}</bdi>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {large.map(([name, { before, after }]) => (
        <LineDiff key={name} label={name} lines={diffValues(before, after)} />
      ))}
    </Dialog>
  );
}

/** Lists, objects and texts with several lines are compared line by line. */
function isLarge({ before, after }: { before?: unknown; after?: unknown }): boolean {
  return [before, after].some((value) =>
    typeof value === 'string' ? value.includes('\n') : typeof value === 'object' && value !== null,
  );
}

function show(value: unknown): string {
  if (value === undefined || value === null) return '–';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
