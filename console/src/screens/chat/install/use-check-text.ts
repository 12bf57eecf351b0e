import type { InterfaceCheck } from '@portico/shared-types/api/chat-interfaces';
import { useFormats } from '../../../text/formats.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { accessTexts } from '../parts/access-texts.ts';
import { checkPartTexts, checkTexts } from './check-texts.ts';

type Item = NonNullable<InterfaceCheck['items']>[number];
type Result = Pick<InterfaceCheck | Item, 'reason' | 'values'>;

/** Returns the function that states the result of a check, or of one of its items, in the member's language. */
export function useCheckText(): (result: Result) => string {
  const say = useTexts(checkTexts);
  const sayPart = useTexts(checkPartTexts);
  const sayAccess = useTexts(accessTexts);
  const format = useFormats();

  const countDocuments = ({ ready, in_progress: inProgress, failed }: Result['values']) => [
    sayPart('ready', { count: Number(ready) }),
    ...(Number(inProgress) > 0 ? [sayPart('inProgress', { count: Number(inProgress) })] : []),
    ...(Number(failed) > 0 ? [sayPart('failed', { count: Number(failed) })] : []),
  ];
  const nameLimits = ({ messages, credits }: Result['values']) => [
    ...(messages === undefined
      ? []
      : [sayPart('dailyLimit', { name: sayAccess('dailyMessages'), amount: Number(messages) })]),
    ...(credits === undefined
      ? []
      : [sayPart('dailyLimit', { name: sayAccess('dailyCredits'), amount: format.exact(Number(credits)) })]),
  ];
  return ({ reason, values }) => {
    switch (reason) {
      case 'documents_ready':
      case 'documents_in_progress':
      case 'documents_missing':
        return say(reason, { parts: countDocuments(values).join(sayPart('comma')) });
      case 'caps_set':
      case 'caps_reached':
        return say(reason, { parts: nameLimits(values).join(sayPart('comma')) });
      case 'origins_listed':
        return say(reason, { parts: Array.isArray(values['origins']) ? format.list(values['origins']) : '' });
      case 'domains_unverified':
        return say(reason, { count: Number(values['unverified']), total: Number(values['total']) });
      case 'mail_retried':
        return say(reason, { count: Number(values['retried']) });
      case 'sites_seen': {
        const host = String(values['host']);
        const more = Number(values['more']);
        return more > 0 ? sayPart('sitesSeenMore', { host, count: more }) : say(reason, { host });
      }
      default:
        return say(reason, { agent: String(values['agent'] ?? '') });
    }
  };
}
