import { type AuditEntry, auditEntities } from '@check-requests/domain/trail/fields.ts'
import { isCalendarDate } from '@check-requests/domain/values/calendar-date.ts'
import { X } from 'lucide-react'
import { TypedDateInput } from '#platform/date-input.tsx'
import { actionsOf, entityWords } from '#trail/action-words.ts'
import { type AuditEntity, fullName, type Records, type TrailState } from '#trail/api.ts'
import { Button } from '#ui/button.tsx'
import { Combobox } from '#ui/form/combobox.tsx'
import { Field } from '#ui/form/field.tsx'
import { NativeSelect } from '#ui/form/native-select.tsx'
import type { Option } from '#ui/form/option.ts'

const entityOptions: Option<AuditEntity | ''>[] = [
  { value: '', label: 'All records' },
  ...auditEntities.map((entity) => ({ value: entity, label: entityWords[entity] })),
]

interface TrailToolbarProps {
  state: TrailState
  records: Records
  entries: readonly AuditEntry[] | undefined
}

/** The filters of the trail. */
export function TrailToolbar({ state, records, entries = [] }: TrailToolbarProps) {
  const { values, change } = state
  const people = personOptions(records, entries, values.person)
  return (
    <div className="grid grid-cols-2 gap-3 px-4 pb-4 sm:px-5 md:grid-cols-6 xl:grid-cols-[1.4fr_1fr_1.4fr_auto_auto]">
      <Field label="Person" className="max-sm:col-span-2 md:col-span-2 xl:col-span-1">
        <Combobox
          options={people}
          value={values.person || null}
          placeholder="Anyone"
          onChange={(person) => change({ person: person ?? 0 })}
        />
      </Field>
      <Field label="Record" className="max-sm:col-span-2 md:col-span-2 xl:col-span-1">
        <NativeSelect
          className="w-full"
          options={entityOptions}
          value={values.entity}
          onChange={(entity) => change({ entity, id: 0, action: '' })}
        />
      </Field>
      <Field label="Action" className="col-span-2 xl:col-span-1">
        <Combobox
          options={actionOptions(values.entity)}
          value={values.action || null}
          placeholder="Any action"
          onChange={(action) => change({ action: action ?? '' })}
        />
      </Field>
      <Field label="From" className="md:col-span-3 xl:col-span-1">
        <TypedDateInput value={values.from} max={values.to} onChange={(from) => isDay(from) && change({ from })} />
      </Field>
      <Field label="To" className="md:col-span-3 xl:col-span-1">
        <TypedDateInput value={values.to} min={values.from} onChange={(to) => isDay(to) && change({ to })} />
      </Field>
    </div>
  )
}

/** True for a complete date. Incomplete text isn't used as a filter. */
function isDay(text: string): boolean {
  return text === '' || isCalendarDate(text)
}

/** The users in scope, other users in the entries shown, and the user chosen by a link. */
function personOptions({ users }: Records, entries: readonly AuditEntry[], chosen: number): Option<number>[] {
  const names = new Map(chosen ? [[chosen, `#${chosen}`]] : [])
  for (const { actor_id, actor_name } of entries) if (actor_id !== null) names.set(actor_id, actor_name)
  for (const user of users.values()) names.set(user.id, fullName(user))
  const options = [...names].map(([value, label]) => ({ value, label }))
  return options.sort((one, other) => one.label.localeCompare(other.label))
}

/** The actions of one kind of record, or of all kinds grouped by name. */
function actionOptions(chosen: AuditEntity | ''): Option<string>[] {
  const entities = auditEntities.filter((entity) => chosen === '' || entity === chosen)
  return entities.flatMap((entity) => actionsOf(entity).map((option) => ({ ...option, group: entityWords[entity] })))
}

interface OnlyRecordProps {
  name: string
  onRemove(): void
}

/** A note that only one record is shown, with a button to show all records. */
export function OnlyRecord({ name, onRemove }: OnlyRecordProps) {
  return (
    <div className="px-4 pb-3 sm:px-5">
      <Button variant="secondary" size="sm" aria-label={`Only ${name}: show all records`} onClick={onRemove}>
        Only {name}
        <X aria-hidden className="size-4" />
      </Button>
    </div>
  )
}
