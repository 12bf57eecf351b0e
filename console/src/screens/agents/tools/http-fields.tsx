import { useState } from 'preact/hooks';
import { MoreSettings } from '../../../form/section.tsx';
import { useTexts } from '../../../text/use-texts.ts';
import { Field, Select, TextArea, TextInput } from '../../../ui/field.tsx';
import { PairRows } from '../../../ui/pair-rows.tsx';
import { jsonFaultOf } from '../../../form/inputs/json-text.ts';
import { ParameterRows } from './parameter-rows.tsx';
import { NameFields, type ToolProps } from './simple-tools.tsx';
import { useToolFaults } from './tool-faults.ts';
import { toolTexts } from './texts.ts';

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'] as const;

export interface UnreadBody {
  /** The text of the body, while it isn't JSON; otherwise empty. */
  unread: string;
  onUnread: (text: string) => void;
}

export function HttpFields({ tool, onTool, unread, onUnread }: ToolProps<'http'> & UnreadBody) {
  const say = useTexts(toolTexts);
  const errorOf = useToolFaults();
  const { request } = tool;
  const change = (part: Partial<typeof request>) => onTool({ ...tool, request: { ...request, ...part } });
  return (
    <>
      <NameFields value={tool} onValue={({ name, description }) => onTool({ ...tool, name, description })} />
      <div class="method-and-url">
        <Field label={say('method')} error={errorOf('request.method')}>
          {(links) => (
            <Select
              {...links}
              value={request.method}
              options={methods.map((method) => ({ value: method, label: method }))}
              onValue={(value) => change({ method: methods.find((method) => method === value) ?? 'GET' })}
            />
          )}
        </Field>
        <Field label={say('url')} help={<bdi>{say('urlHelp')}</bdi>} error={errorOf('request.url')}>
          {(links) => (
            <TextInput
              {...links}
              required
              dir="ltr"
              class="input-code"
              value={request.url}
              onValue={(url) => change({ url })}
            />
          )}
        </Field>
      </div>
      <ParameterRows parameters={tool.parameters} onParameters={(parameters) => onTool({ ...tool, parameters })} />
      <PairRows
        label={say('headers')}
        pairs={request.headers ?? {}}
        onPairs={(headers) => change({ headers })}
        errorOf={(name) => errorOf(`request.headers.${name}`)}
      />
      <MoreSettings>
        <PairRows
          label={say('query')}
          pairs={Object.fromEntries(Object.entries(request.query ?? {}).map(([name, value]) => [name, String(value)]))}
          onPairs={(query) => change({ query })}
          errorOf={(name) => errorOf(`request.query.${name}`)}
        />
        <BodyField body={request.body} onBody={(body) => change({ body })} unread={unread} onUnread={onUnread} />
      </MoreSettings>
    </>
  );
}

interface BodyFieldProps extends UnreadBody {
  body: unknown;
  onBody: (body: unknown) => void;
}

function BodyField({ body, onBody, unread, onUnread }: BodyFieldProps) {
  const say = useTexts(toolTexts);
  const [text, setText] = useState(() => (unread === '' ? writeBody(body) : unread));
  const errorOf = useToolFaults();
  const error = unread === '' ? errorOf('request.body') : say('notJson', { reason: jsonFaultOf(unread) ?? '' });
  const change = (typed: string) => {
    setText(typed);
    const isRead = typed.trim() === '' || jsonFaultOf(typed) === undefined;
    if (isRead) onBody(typed.trim() === '' ? undefined : JSON.parse(typed));
    onUnread(isRead ? '' : typed);
  };
  return (
    <Field label={say('body')} help={say('bodyHelp')} error={error}>
      {(links) => <TextArea {...links} dir="ltr" rows={4} class="input-code" value={text} onValue={change} />}
    </Field>
  );
}

function writeBody(body: unknown): string {
  return body === undefined ? '' : JSON.stringify(body, null, 2);
}
