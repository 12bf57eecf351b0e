import { cleanup, fireEvent, screen } from '@testing-library/preact';
import { afterEach, expect, test, vi } from 'vitest';
import { startApiDouble } from '../../../test/api-double.ts';
import { renderInConsole } from '../../../test/render-in-console.tsx';
import { newTool } from './tool-drafts.ts';
import { ToolDialog } from './tool-dialog.tsx';

const onClose = vi.fn();
const onApply = vi.fn();

afterEach(() => {
  cleanup();
  vi.clearAllMocks();
  vi.unstubAllGlobals();
});

function open(): void {
  startApiDouble({});
  renderInConsole(<ToolDialog agentId="agt_1" first={newTool('http')} onClose={onClose} onApply={onApply} />);
}

const type = (label: string, value: string) => fireEvent.input(screen.getByLabelText(label), { target: { value } });
const pressEscape = () => fireEvent.keyDown(screen.getByLabelText('Name'), { key: 'Escape' });
const apply = () => fireEvent.submit(screen.getByLabelText('Name').closest('form') ?? document.body);

test('Esc closes a tool that was not changed, but not one with input', () => {
  open();
  type('Name', 'order_status');
  pressEscape();
  expect(onClose).not.toHaveBeenCalled();
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('order_status');
  cleanup();
  open();
  pressEscape();
  expect(onClose).toHaveBeenCalledOnce();
});

test('a tool is neither applied nor called while its body is not JSON', () => {
  open();
  type('Name', 'order_status');
  type('Body (JSON)', '{"number": ');
  const body = screen.getByLabelText('Body (JSON)');
  body.closest('details')?.removeAttribute('open');
  apply();
  expect(onApply).not.toHaveBeenCalled();
  expect(body.closest('details')?.open).toBe(true);
  expect(document.activeElement).toBe(body);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Call' }).disabled).toBe(true);

  type('Body (JSON)', '{"number": 7}');
  apply();
  expect(onApply).toHaveBeenCalledWith(
    expect.objectContaining({ name: 'order_status', request: expect.objectContaining({ body: { number: 7 } }) }),
  );
});
