import * as Radix from '@radix-ui/react-dropdown-menu';
import { Check, type LucideIcon } from 'lucide-react';
import type { ComponentChildren, VNode } from 'preact';

interface MenuProps {
  /** The button that opens the menu. */
  trigger: VNode;
  align?: 'start' | 'end';
  side?: 'top' | 'bottom';
  children: ComponentChildren;
}

export function Menu({ trigger, align = 'end', side = 'bottom', children }: MenuProps) {
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content className="menu" align={align} side={side} sideOffset={6} collisionPadding={8}>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

interface MenuItemProps {
  icon?: LucideIcon;
  danger?: boolean;
  disabled?: boolean;
  onSelect: () => void;
  children: ComponentChildren;
}

export function MenuItem({ icon: Icon, danger = false, disabled = false, onSelect, children }: MenuItemProps) {
  return (
    <Radix.Item
      className={danger ? 'menu-item menu-item-danger' : 'menu-item'}
      disabled={disabled}
      onSelect={() => onSelect()}
    >
      {Icon === undefined ? null : <Icon size={16} aria-hidden="true" />}
      {children}
    </Radix.Item>
  );
}

/** Items that belong together, below their title. */
export function MenuGroup({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    <Radix.Group>
      <Radix.Label className="menu-label">
        <bdi>{label}</bdi>
      </Radix.Label>
      {children}
    </Radix.Group>
  );
}

interface MenuChoiceProps<Value extends string> {
  label: string;
  value: Value;
  options: readonly { value: Value; label: string }[];
  onValue: (value: Value) => void;
}

/** One of a few values, chosen within a menu. */
export function MenuChoice<Value extends string>({ label, value, options, onValue }: MenuChoiceProps<Value>) {
  return (
    <Radix.Group>
      <Radix.Label className="menu-label">{label}</Radix.Label>
      {options.map((option) => (
        <Radix.CheckboxItem
          key={option.value}
          className="menu-item"
          checked={option.value === value}
          onCheckedChange={() => onValue(option.value)}
        >
          <span class="menu-check">
            <Radix.ItemIndicator>
              <Check size={16} aria-hidden="true" />
            </Radix.ItemIndicator>
          </span>
          {option.label}
        </Radix.CheckboxItem>
      ))}
    </Radix.Group>
  );
}

interface MenuSwitchProps {
  checked: boolean;
  onSelect: () => void;
  children: ComponentChildren;
}

/** A setting that is on or off; its name stays the same. */
export function MenuSwitch({ checked, onSelect, children }: MenuSwitchProps) {
  return (
    <Radix.CheckboxItem className="menu-item" checked={checked} onCheckedChange={() => onSelect()}>
      <span class="menu-check">
        <Radix.ItemIndicator>
          <Check size={16} aria-hidden="true" />
        </Radix.ItemIndicator>
      </span>
      {children}
    </Radix.CheckboxItem>
  );
}

export function MenuSeparator() {
  return <Radix.Separator className="menu-separator" />;
}
