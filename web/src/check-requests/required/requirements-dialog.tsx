import { capitalized } from '@check-requests/domain/check-requests/fields-in-words.ts'
import { requirementEndpoints as endpoints } from '@check-requests/domain/check-requests/required/endpoints.ts'
import {
  accountingItem,
  type RequirableItem,
  type RequiredItem,
  type Requirement,
  type RequirementLevel,
  type RequirementsReply,
  requirableItems,
} from '@check-requests/domain/check-requests/required/rules.ts'
import type { DealerGroup, Purpose } from '@check-requests/domain/organization/fields.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { useState } from 'react'
import { useChart } from '#books/accounting/api.ts'
import { requirementNotices, useStoredRequirements } from '#check-requests/required/api.ts'
import { usePurposes } from '#organization/api.ts'
import { useLoadFailure } from '#platform/load-failures.ts'
import { useWriteWithNotices } from '#platform/use-write.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { FormFailure } from '#ui/form/form.tsx'
import { NativeSelect } from '#ui/form/native-select.tsx'
import { FormDialog, FormDialogFooter, UnloadedDialog } from '#ui/overlay/form-dialog.tsx'
import type { DialogFor } from '#ui/overlay/open-dialog.tsx'

type Level = RequirementLevel | 'no'

const levels: readonly { value: Level; label: string }[] = [
  { value: 'no', label: 'Not required' },
  { value: 'warn', label: 'Warn if missing' },
  { value: 'must', label: 'Required' },
]

const groups = [
  { title: 'References', items: requirableItems.filter(({ fields }) => fields.length > 0) },
  { title: 'Documents', items: requirableItems.filter(({ kind }) => kind !== null) },
]

const ofLedger = { title: 'Ledger', items: requirableItems.filter(({ item }) => item === accountingItem) }

/** Sets a dealer group's requirements for each purpose. */
export function RequirementsDialog({ subject: group, ...dialog }: DialogFor<DealerGroup>) {
  const query = useStoredRequirements(group.id)
  const { data: purposes } = usePurposes()
  const failure = useLoadFailure(query)
  const title = `Purpose Requirements for ${markHidden(group.name)}`
  if (query.data && purposes && query.isFetchedAfterMount)
    return <Loaded {...dialog} title={title} stored={query.data} purposes={purposes} />
  return <UnloadedDialog {...dialog} title={title} {...failure} />
}

interface LoadedProps extends Omit<DialogFor<DealerGroup>, 'subject'> {
  title: string
  stored: RequirementsReply
  purposes: readonly Purpose[]
}

type ByPurpose = ReadonlyMap<number, readonly Requirement[]>

function Loaded({ title, stored, purposes, open, onOpenChange }: LoadedProps) {
  const [byPurpose, setByPurpose] = useState<ByPurpose>(
    () => new Map(stored.purposes.map(({ purpose_id, demands }) => [purpose_id, demands])),
  )
  const [purposeId, setPurposeId] = useState(purposes[0]?.id ?? 0)
  const [dirty, setDirty] = useState(false)
  const hasChart = useChart(stored.id)?.has_accounts ?? false
  const save = useWriteWithNotices(endpoints.save, requirementNotices, { onSuccess: () => onOpenChange(false) })
  const demands = byPurpose.get(purposeId) ?? []
  function change(item: RequiredItem, level: Level) {
    setDirty(true)
    setByPurpose(new Map([...byPurpose, [purposeId, withLevel(demands, item, level)]]))
  }
  function submit() {
    const all = [...byPurpose].map(([purpose_id, list]) => ({ purpose_id, demands: [...list] }))
    save.mutate({ params: { id: stored.id }, body: { purposes: all, version: stored.version } })
  }
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={title}
      description="A request can’t be submitted while a required item is missing. A warning doesn’t prevent submission."
      size="md"
      dirty={dirty && !save.isSuccess}
    >
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <Field label="Purpose">
          <NativeSelect<number>
            options={purposeOptions(purposes, byPurpose)}
            value={purposeId}
            onChange={setPurposeId}
          />
        </Field>
        {(hasChart ? [...groups, ofLedger] : groups).map(({ title: legend, items }) => (
          <fieldset key={legend} className="grid gap-2">
            <legend className="mb-2 font-medium">{legend}</legend>
            {items.map((one) => (
              <LevelOf key={one.item} one={one} demands={demands} onChange={(level) => change(one.item, level)} />
            ))}
          </fieldset>
        ))}
        <FormFailure failure={save.error} />
        <FormDialogFooter>
          <Button variant="secondary" onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" pending={save.isPending}>
            Save
          </Button>
        </FormDialogFooter>
      </form>
    </FormDialog>
  )
}

interface LevelOfProps {
  one: RequirableItem
  demands: readonly Requirement[]
  onChange(level: Level): void
}

function LevelOf({ one: { item, label }, demands, onChange }: LevelOfProps) {
  return (
    <div className="grid grid-cols-[1fr_auto] items-center gap-4">
      <span>{label}</span>
      <NativeSelect
        small
        aria-label={label}
        options={levels}
        value={demands.find((requirement) => requirement.item === item)?.level ?? 'no'}
        onChange={onChange}
      />
    </div>
  )
}

/** The requirements in their fixed order, regardless of the order of changes. */
function withLevel(demands: readonly Requirement[], item: RequiredItem, level: Level): Requirement[] {
  const chosen = new Map<RequiredItem, Level>([...demands.map((one) => [one.item, one.level] as const), [item, level]])
  return requirableItems.flatMap((one) => {
    const now = chosen.get(one.item) ?? 'no'
    return now === 'no' ? [] : [{ item: one.item, level: now }]
  })
}

function purposeOptions(purposes: readonly Purpose[], byPurpose: ByPurpose) {
  return purposes.map(({ id, name }) => {
    const count = byPurpose.get(id)?.length ?? 0
    return { value: id, label: `${markHidden(capitalized(name))}${count > 0 ? ` (${count})` : ''}` }
  })
}
