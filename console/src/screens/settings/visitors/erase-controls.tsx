import { Trash2 } from 'lucide-react';
import type { Ref } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Link } from 'wouter';
import { useCan } from '../../../data/session.ts';
import { useFormats } from '../../../text/formats.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Confirm } from '../../../ui/confirm.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { auditAddress } from '../audit/audit-panel.tsx';
import { visitorTexts } from './texts.ts';
import type { Erased, useErasure } from './use-erasure.ts';

interface EraseControlsProps {
  erasure: ReturnType<typeof useErasure>;
  /** Refers to the button above the result. */
  button: Ref<HTMLButtonElement>;
  disabled: boolean;
  onErase: () => void;
}

/** The button, the question before it, and what was erased. */
export function EraseControls({ erasure, button, disabled, onErase }: EraseControlsProps) {
  const say = useTexts(visitorTexts);
  const { asked, close, confirm, isBusy, result, failure } = erasure;
  return (
    <>
      <div class="line">
        <Button ref={button} icon={Trash2} busy={isBusy} disabled={disabled} onClick={onErase}>
          {say('eraseAction')}
        </Button>
      </div>
      {/* The dialog shows it while it is open. */}
      {asked !== null || failure === undefined ? null : (
        <p class="fault" role="alert">
          {failure}
        </p>
      )}
      {result === undefined ? null : <Result result={result} />}
      {asked === null ? null : (
        <Confirm
          open
          onClose={close}
          onConfirm={async () => confirm(asked)}
          title={say('eraseTitle')}
          text={say('eraseText')}
          action={say('eraseAction')}
          word={asked.value.trim()}
          reportsLate
        />
      )}
    </>
  );
}

const counted = ['visitors', 'conversations', 'files', 'submissions', 'executions', 'deliveries'] as const;

function Result({ result }: { result: Erased }) {
  const { subject, erased, reference, isContinued } = result;
  const say = useTexts(visitorTexts);
  const formats = useFormats();
  const top = useRef<HTMLDivElement>(null);
  useEffect(() => top.current?.scrollIntoView({ block: 'center' }), [result]);
  const canAudit = useCan('audit:read');
  const isNothing = counted.every((name) => erased[name] === 0);
  const facts = isNothing ? [] : counted.map((name) => [say(name), formats.number(erased[name])] as const);
  const address = auditAddress({ resource_id: reference });
  const proof = canAudit ? <Link href={address}>{reference}</Link> : reference;
  return (
    <div ref={top} class="stack">
      <Banner tone={isNothing && !isContinued ? 'wait' : 'good'}>
        {say(isNothing ? (isContinued ? 'nothingMore' : 'nothingErased') : 'erasedResult', { name: subject.value })}
      </Banner>
      <Facts facts={[...facts, [say('reference'), proof]]} />
    </div>
  );
}
