import { useState } from 'preact/hooks';
import { MoreSettings } from '../../../form/section.tsx';
import { useTexts } from '../../../text/use-texts.ts';
import { Field, Select, TextArea, TextInput } from '../../../ui/field.tsx';
import { PairRows } from '../../../ui/pair-rows.tsx';
import { ParameterRows } from './parameter-rows.tsx';
import { NameFields, type ToolProps } from './simple-tools.tsx';
import { toolTexts } from './texts.ts';

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'] as const;

interface HttpFieldsProps extends ToolProps<'http'> {
  /** Called with true while the text of the body isn't JSON. */
  onFault: (hasFault: boolean) => void;
}

export function HttpFields({ tool, onTool, onFault }: HttpFieldsProps) {
  const say = useTexts(toolTexts);
  const { request } = tool;
  const change = (part: Partial<typeof request>) => onTool({ ...tool, request: { ...request, ...part } });
  return (
    <>
      <NameFields value={tool} onValue={({ name, description }) => onTool({ ...tool, name, description })} />
      <div class="method-and-url">
        <Field label={say('method')}>
          {(links) => (
            <Select
              {...links}
              value={request.method}
              options={methods.map((method) => ({ value: method, label: method }))}
              onValue={(value) => change({ method: methods.find((method) => method === value) ?? 'GET' })}
            />
          )}
        </Field>
        <Field label={say('url')} help={<bdi>{say('urlHelp')}</bdi>}>
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
      <PairRows label={say('headers')} pairs={request.headers ?? {}} onPairs={(headers) => change({ headers })} />
      <MoreSettings>
        <PairRows
          label={say('query')}
          pairs={Object.fromEntries(Object.entries(request.query ?? {}).map(([name, value]) => [name, String(value)]))}
          onPairs={(query) => change({ query })}
        />
        <BodyField body={request.body} onBody={(body) => change({ body })} onFault={onFault} />
      </MoreSettings>
    </>
  );
}

interface BodyFieldProps {
  body: unknown;
  onBody: (body: unknown) => void;
  onFault: (hasFault: boolean) => void;
}

function BodyField({ body, onBody, onFault }: BodyFieldProps) {
  const say = useTexts(toolTexts);
  const [text, setText] = useState(() => (body === undefined ? '' : JSON.stringify(body, null, 2)));
  const [error, setError] = useState<string>();
  const change = (typed: string) => {
    setText(typed);
    try {
      onBody(typed.trim() === '' ? undefined : JSON.parse(typed));
      setError(undefined);
      onFault(false);
    } catch (failure) {
      setError(say('notJson', { reason: failure instanceof Error ? failure.message : '' }));
      onFault(true);
    }
  };
  return (
    <Field label={say('body')} help={say('bodyHelp')} error={error}>
      {(links) => <TextArea {...links} dir="ltr" rows={4} class="input-code" value={text} onValue={change} />}
    </Field>
  );
}
