import type { Agent, InterfaceCheck } from '@portico/shared-types';
import type { Platform } from '../../../platform/platform.ts';
import { requireAgent } from '../../agents/index.ts';
import { findUse } from '../../credits/index.ts';
import { countDocumentsByStatus } from '../../knowledge-bases/index.ts';
import { countRetriedMails } from '../../conversations/index.ts';
import { requireChatInterface } from '../interface/chat-interfaces.service.ts';
import { domainToken } from '../interface/claim-domains.ts';
import type { ChatInterfaceRow } from '../interface/chat-interfaces.sql.ts';
import { countDailyMessages } from '../interface/chat-limits.ts';
import { listDomains } from '../interface/domains.sql.ts';
import { listSites } from './sites.sql.ts';

/** Returns what has to be done before visitors get replies, each item with its instructions. Throws 404. */
export async function checkInterface(platform: Platform, workspaceId: string, id: string): Promise<InterfaceCheck[]> {
  const chat = await requireChatInterface(platform, workspaceId, id);
  const agent = await requireAgent(platform, workspaceId, chat.agent_id);
  return [
    checkStatus(chat),
    checkAgent(agent),
    await checkKnowledge(platform, workspaceId, agent),
    await checkCaps(platform, chat),
    checkOrigins(chat),
    await checkDomains(platform, chat),
    await checkSites(platform, chat),
    ...(await checkMail(platform, workspaceId)),
  ];
}

function checkStatus({ status }: ChatInterfaceRow): InterfaceCheck {
  const ok = status === 'active';
  const message = ok
    ? 'The chat is switched on.'
    : 'The chat is paused: visitors do not see it. Set its status to active.';
  return { name: 'status', ok, reason: ok ? 'active' : 'paused', values: {}, message };
}

function checkAgent({ name, status }: Agent): InterfaceCheck {
  const ok = status === 'active';
  const message = ok ? `${name} answers.` : `${name} is archived and answers nobody. Make the agent active again.`;
  return { name: 'agent', ok, reason: ok ? 'agent_active' : 'agent_archived', values: { agent: name }, message };
}

async function checkKnowledge(platform: Platform, workspaceId: string, agent: Agent): Promise<InterfaceCheck> {
  const name = 'knowledge';
  const tools = agent.tools.flatMap((tool) => (tool.type === 'knowledge' ? [tool.knowledge_base_id] : []));
  const ids = [...new Set([...agent.knowledge_base_ids, ...tools])];
  if (ids.length === 0) {
    const isNeeded = platform.models.builtin;
    const message = isNeeded
      ? 'The built-in model answers from knowledge only. Give the agent a knowledge base.'
      : 'The agent has no knowledge base and answers from its prompt alone.';
    return { name, ok: !isNeeded, reason: isNeeded ? 'knowledge_missing' : 'prompt_only', values: {}, message };
  }
  const counts = await countDocumentsByStatus(platform.database.sql, workspaceId, ids);
  const { ready = 0, queued = 0, processing = 0, failed = 0 } = counts;
  const open = queued + processing;
  const parts = [
    `${ready} ${ready === 1 ? 'document is' : 'documents are'} ready`,
    ...(open > 0 ? [`${open} in progress`] : []),
    ...(failed > 0 ? [`${failed} failed`] : []),
  ];
  const hint = ready > 0 ? '' : open > 0 ? ' Wait until they are ready.' : ' Add a document to the knowledge base.';
  const reason = ready > 0 ? 'documents_ready' : open > 0 ? 'documents_in_progress' : 'documents_missing';
  const values = { ready, in_progress: open, failed };
  return { name, ok: ready > 0, reason, values, message: `${parts.join(', ')}.${hint}` };
}

async function checkCaps(platform: Platform, chat: ChatInterfaceRow): Promise<InterfaceCheck> {
  const name = 'caps';
  const { daily_messages: messages, daily_credits: credits } = chat.settings.limits;
  const caps = [
    ...(messages === null ? [] : [`${messages} messages`]),
    ...(credits === null ? [] : [`${credits} credits`]),
  ];
  const values = { ...(messages === null ? {} : { messages }), ...(credits === null ? {} : { credits }) };
  if (await isCapReached(platform, chat)) {
    const message = `Today's cap (${caps.join(', ')}) is reached: visitors get no answers until midnight UTC. Raise it or wait.`;
    return { name, ok: false, reason: 'caps_reached', values, message };
  }
  const message =
    caps.length > 0
      ? `At most ${caps.join(' and ')} a day.`
      : 'No daily cap is set: what visitors can spend in a day is not limited. Set daily_credits to limit it.';
  return { name, ok: true, reason: caps.length > 0 ? 'caps_set' : 'caps_none', values, message };
}

/** Whether today's use has reached a cap as it is now. */
async function isCapReached(platform: Platform, { id, settings }: ChatInterfaceRow): Promise<boolean> {
  const { daily_messages: messages, daily_credits: credits } = settings.limits;
  if (messages !== null && (await countDailyMessages(platform, id)) >= messages) return true;
  if (credits === null) return false;
  const { spent, reserved } = await findUse(platform.database.sql, id);
  return spent + reserved >= credits;
}

function checkOrigins({ settings: { allowed_origins: origins } }: ChatInterfaceRow): InterfaceCheck {
  const name = 'origins';
  if (origins.length === 0) {
    const message = 'Any site may embed the chat. List your own origins to keep others out.';
    return { name, ok: true, reason: 'origins_any', values: {}, message };
  }
  const message = `Only ${origins.join(', ')} may embed the chat.`;
  return { name, ok: true, reason: 'origins_listed', values: { origins }, message };
}

async function checkDomains(platform: Platform, { id }: ChatInterfaceRow): Promise<InterfaceCheck> {
  const domains = await listDomains(platform.database.sql, id);
  const token = domainToken(platform, id);
  const items = domains.map(({ domain, verified_at: verifiedAt, checked_at: checkedAt }) => {
    const ok = verifiedAt !== null;
    if (ok)
      return { name: domain, ok, reason: 'record_found' as const, values: {}, message: 'Its TXT record is found.' };
    const values = { record: `_portico.${domain}`, value: token };
    const wanted = `Add a TXT record ${values.record} with the value ${token}.`;
    return checkedAt === null
      ? { name: domain, ok, reason: 'record_unchecked' as const, values, message: `Not looked up yet. ${wanted}` }
      : { name: domain, ok, reason: 'record_missing' as const, values, message: `The record was not found. ${wanted}` };
  });
  const open = items.filter(({ ok }) => !ok).length;
  const message =
    items.length === 0
      ? 'No domain of your own serves the chat.'
      : open === 0
        ? 'All domains are proven.'
        : `${open} of ${items.length} domains ${open === 1 ? 'is' : 'are'} not proven yet.`;
  const values = items.length === 0 ? {} : { unverified: open, total: items.length };
  const reason = items.length === 0 ? 'domains_none' : open === 0 ? 'domains_verified' : 'domains_unverified';
  return { name: 'domains', ok: open === 0, reason, values, message, items };
}

async function checkSites(platform: Platform, { id }: ChatInterfaceRow): Promise<InterfaceCheck> {
  const sites = await listSites(platform.database.sql, id);
  const [latest] = sites;
  const items = sites.map(({ host, ...seen }) => ({
    name: host,
    ok: true,
    reason: 'site_seen' as const,
    values: {},
    message: 'The widget was loaded here.',
    ...seen,
  }));
  const name = 'sites';
  if (latest === undefined) {
    const message = 'The widget was not seen on any site yet. Put the snippet into a page and open it.';
    return { name, ok: false, reason: 'sites_none', values: {}, message, items };
  }
  const more = sites.length - 1;
  const message = `The widget was seen on ${latest.host}${more > 0 ? ` and ${more} more` : ''}.`;
  return { name, ok: true, reason: 'sites_seen', values: { host: latest.host, more }, message, items };
}

/** Only while the mail server doesn't accept the workspace's mails, which nothing but the log would show. */
async function checkMail(platform: Platform, workspaceId: string): Promise<InterfaceCheck[]> {
  const retried = await countRetriedMails(platform.database.sql, workspaceId);
  if (retried === 0) return [];
  const subject = retried === 1 ? '1 e-mail was' : `${retried} e-mails were`;
  const message = `${subject} not accepted by the mail server and will be sent again. Check SMTP_URL and MAIL_FROM, and the server's log.`;
  return [{ name: 'mail', ok: false, reason: 'mail_retried', values: { retried }, message }];
}
