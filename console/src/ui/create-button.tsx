import { Plus } from 'lucide-react';
import { Button } from './button.tsx';

/** The main action of a list. */
export function CreateButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Button look="primary" icon={Plus} onClick={onClick}>
      {label}
    </Button>
  );
}
