import { capitalized } from '@check-requests/domain/check-requests/fields-in-words.ts'
import type { DealerGroup, Purpose } from '@check-requests/domain/organization/fields.ts'
import { payeeEndpoints as endpoints } from '@check-requests/domain/payees/endpoints.ts'
import type { PayeeSettings } from '@check-requests/domain/payees/replies.ts'
import { type VerifiedNeeded, verifiedNeeds } from '@check-requests/domain/payees/rules.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { useState } from 'react'
import { usePurposes } from '#organization/api.ts'
import { payeeNotices, usePayeeSettings } from '#payees/api.ts'
import { useLoadFailure } from '#platform/load-failures.ts'
import { useWriteWithNotices } from '#platform/use-write.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/form/checkbox.tsx'
import { FormFailure } from '#ui/form/form.tsx'
import { NativeSelect } from '#ui/form/native-select.tsx'
import { FormDialog, FormDialogFooter, UnloadedDialog } from '#ui/overlay/form-dialog.tsx'
import type { DialogFor } from '#ui/overlay/open-dialog.tsx'

const needs = verifiedNeeds.map((need) => ({ value: need, label: need === 'no' ? 'Not required' : capitalized(need) }))

/** Turns a dealer group's payee list on or off, and sets which purposes need verified payees. */
export function PayeeSettingsDialog({ subject: group, ...dialog }: DialogFor<DealerGroup>) {
  const query = usePayeeSettings(group.id)
  const { data: purposes } = usePurposes()
  const failure = useLoadFailure(query)
  const title = `Payee Settings for ${markHidden(group.name)}`
  if (query.data && purposes && query.isFetchedAfterMount)
    return <Loaded {...dialog} title={title} stored={query.data} purposes={purposes} />
  return <UnloadedDialog {...dialog} title={title} {...failure} />
}

interface LoadedProps extends Omit<DialogFor<DealerGroup>, 'subject'> {
  title: string
  stored: PayeeSettings
  purposes: readonly Purpose[]
}

function Loaded({ title, stored, purposes, open, onOpenChange }: LoadedProps) {
  const [isOn, setOn] = useState(stored.payee_list === 'on')
  const [needOf, setNeeds] = useState(
    () => new Map(stored.purposes.map((one) => [one.purpose_id, one.verified_needed])),
  )
  const [dirty, setDirty] = useState(false)
  const save = useWriteWithNotices(endpoints.saveSettings, payeeNotices.settings, {
    onSuccess: () => onOpenChange(false),
  })
  function change(id: number, need: VerifiedNeeded) {
    setDirty(true)
    setNeeds(new Map([...needOf, [id, need]]))
  }
  function submit() {
    const listed = [...needOf].map(([purpose_id, verified_needed]) => ({ purpose_id, verified_needed }))
    const body = { payee_list: isOn ? 'on' : 'off', purposes: listed, version: stored.version } as const
    save.mutate({ params: { id: stored.id }, body })
  }
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={title}
      description="When the payee list is on, it includes the payee of every request. New names are added automatically, and requests to blocked payees can’t be approved or printed."
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
        <Checkbox
          label="Use the payee list"
          checked={isOn}
          onChange={(on) => {
            setDirty(true)
            setOn(on)
          }}
        />
        {isOn && (
          <fieldset className="grid gap-2">
            <legend className="mb-2 font-medium">Verification Required</legend>
            {purposes.map(({ id, name }) => (
              <div key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
                <span>{markHidden(capitalized(name))}</span>
                <NativeSelect
                  small
                  aria-label={`Verification required for ${capitalized(name)}`}
                  options={needs}
                  value={needOf.get(id) ?? 'no'}
                  onChange={(need) => change(id, need)}
                />
              </div>
            ))}
          </fieldset>
        )}
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
