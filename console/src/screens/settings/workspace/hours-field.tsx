import { Plus, X } from 'lucide-react';
import { isValues } from '../../../form/changes.ts';
import { ListField } from '../../../form/list-field.tsx';
import { textOf, useErrorsBelow, useField } from '../../../form/use-field.ts';
import { useLanguage, useTexts } from '../../../text/use-texts.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Switch, TextInput } from '../../../ui/field.tsx';
import { uiTexts } from '../../../ui/texts.ts';
import { endOfDay, findOverlap, nextHours, type Interval } from './intervals.ts';
import { workspaceTexts } from './texts.ts';

const days = [1, 2, 3, 4, 5, 6, 7] as const;
const usual = {
  intervals: [1, 2, 3, 4, 5].map((day) => ({ day, from: '09:00', to: '17:00' })),
  dates_off: [],
};

/** The business hours: the hours of each weekday, or always. */
export function HoursField() {
  const say = useTexts(workspaceTexts);
  const { language } = useLanguage();
  const field = useField('business_hours');
  const hours = isValues(field.value) ? field.value : null;
  const intervals = hours === null ? [] : readIntervals(hours['intervals']);
  const set = (next: readonly Interval[]) => field.set({ ...hours, intervals: sort(next) });
  const names = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' });
  return (
    <>
      <Switch
        label={say('always')}
        checked={hours === null}
        disabled={field.disabled}
        onValue={(always) => field.set(always ? null : usual)}
      />
      {hours === null ? null : (
        <>
          <ul class="hours">
            {days.map((day) => (
              <Day
                key={day}
                // The first of January 2024 was a Monday.
                name={names.format(new Date(Date.UTC(2024, 0, day)))}
                day={day}
                intervals={intervals}
                disabled={field.disabled}
                onIntervals={set}
              />
            ))}
          </ul>
          {field.error === undefined ? null : <p class="fault">{field.error}</p>}
          <ListField
            name="business_hours.dates_off"
            label={say('daysOff')}
            help={say('daysOffHelp')}
            placeholder="2027-12-25"
            code
          />
        </>
      )}
    </>
  );
}

interface DayProps {
  name: string;
  day: number;
  intervals: readonly Interval[];
  disabled: boolean;
  onIntervals: (intervals: readonly Interval[]) => void;
}

function Day({ name, day, intervals, disabled, onIntervals }: DayProps) {
  const say = useTexts(workspaceTexts);
  const sayUi = useTexts(uiTexts);
  const errorOf = useErrorsBelow('business_hours.intervals');
  const hours = intervals.filter((interval) => interval.day === day);
  const own = hours.map((interval, at) => ({
    interval,
    index: intervals.indexOf(interval),
    overlap: findOverlap(hours, at),
  }));
  const change = (old: Interval, next: Interval) =>
    onIntervals(intervals.map((interval) => (interval === old ? next : interval)));
  return (
    <li>
      <span class="hours-day">{name}</span>
      <div class="stack-tight">
        {own.length === 0 ? <span class="soft">{say('closed')}</span> : null}
        {own.map(({ interval, index, overlap }) => (
          // Intervals have no identity except their position.
          <div key={index} class="line">
            <TextInput
              type="time"
              class="input-short"
              name={`business_hours.intervals.${index}.from`}
              aria-label={`${name}: ${say('opens')}`}
              value={interval.from}
              disabled={disabled}
              onValue={(from) => change(interval, { ...interval, from })}
            />
            <TextInput
              type="time"
              class="input-short"
              name={`business_hours.intervals.${index}.to`}
              aria-label={`${name}: ${say('closes')}`}
              aria-invalid={errorOf(`${index}.to`) === undefined ? undefined : true}
              value={interval.to === endOfDay ? '00:00' : interval.to}
              disabled={disabled}
              onValue={(to) => change(interval, { ...interval, to: to === '00:00' ? endOfDay : to })}
            />
            <IconButton
              label={sayUi('remove', { name: `${name} ${interval.from}–${interval.to}` })}
              icon={X}
              disabled={disabled}
              onClick={() => onIntervals(intervals.filter((other) => other !== interval))}
            />
            {errorOf(`${index}.to`) === undefined ? null : <span class="fault">{say('closesAfter')}</span>}
            {overlap === undefined ? null : (
              <span class="meta">{say('overlaps', { hours: `${overlap.from}–${overlap.to}` })}</span>
            )}
          </div>
        ))}
      </div>
      <Button
        icon={Plus}
        look="quiet"
        disabled={disabled}
        onClick={() => onIntervals([...intervals, nextHours(day, hours)])}
      >
        {say('addHours')}
        <span class="visually-hidden">: {name}</span>
      </Button>
    </li>
  );
}

function readIntervals(value: unknown): Interval[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [];
  return list.filter(isValues).map(({ day, from, to }) => ({ day: Number(day), from: textOf(from), to: textOf(to) }));
}

function sort(intervals: readonly Interval[]): Interval[] {
  return intervals.toSorted((a, b) => a.day - b.day);
}
