import { delegationEndpoints } from '@check-requests/domain/approvals/delegations/endpoints.ts'
import {
  type CreateDelegationInput,
  createDelegationBody,
  type DelegationReply,
} from '@check-requests/domain/approvals/delegations/fields.ts'
import { formatDate, localToday } from '@check-requests/domain/values/calendar-date.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { CircleOff, Plane } from 'lucide-react'
import type { UseFormReturn } from 'react-hook-form'
import { usePerson } from '#access/sessions/session-provider.tsx'
import { createNotices, endNotices, useCandidates, useDelegations } from '#approvals/delegations/api.ts'
import { TypedDateInput } from '#platform/date-input.tsx'
import { useWriteWithNotices } from '#platform/use-write.ts'
import { Button } from '#ui/button.tsx'
import { Combobox } from '#ui/form/combobox.tsx'
import { Form, FormFailure, FormField, showServerErrors, useZodForm } from '#ui/form/form.tsx'
import { FormDialog, FormDialogFooter } from '#ui/overlay/form-dialog.tsx'
import { MenuItem, MenuLabel, MenuSeparator } from '#ui/overlay/menu.tsx'

/** The user's own current or next absence, if someone approves for them then. */
function useOwnAbsence(): DelegationReply | undefined {
  const { id } = usePerson()
  return useDelegations(true).data?.find(({ from }) => from.id === id)
}

/**
 * Entries of an approver's menu: who approves while the user is out, or the way to arrange it. `onOpen` shows a dialog
 * after the menu has closed. Without an approval policy, every approver in scope can decide, so nothing is arranged.
 */
export function OutOfOfficeItem({ onOpen }: { onOpen(dialog: typeof OutOfOfficeDialog): void }) {
  const candidates = useCandidates().data ?? []
  const absence = useOwnAbsence()
  const end = useWriteWithNotices(delegationEndpoints.remove, endNotices)
  if (candidates.length === 0) return null
  return (
    <>
      {absence && (
        <MenuLabel>
          <span className="block font-semibold">{absenceInWords(absence)}</span>
          <span className="block wrap-anywhere text-ink-soft">{markHidden(absence.to.name)} approves for you</span>
        </MenuLabel>
      )}
      {absence ? (
        <MenuItem
          icon={<CircleOff aria-hidden className="size-4" />}
          onClick={() => end.mutate({ params: { id: absence.id } })}
        >
          End Out of Office
        </MenuItem>
      ) : (
        <MenuItem icon={<Plane aria-hidden className="size-4" />} onClick={() => onOpen(OutOfOfficeDialog)}>
          Out of Office
        </MenuItem>
      )}
      <MenuSeparator />
    </>
  )
}

function absenceInWords({ is_in_force, starts_on, ends_on }: DelegationReply): string {
  return is_in_force ? `Out until ${formatDate(ends_on)}` : `Out from ${formatDate(starts_on)}`
}

interface Values {
  to_id: number | null
  starts_on: string
  ends_on: string
  dealership_ids: number[]
  reason: string
}

/** Lets a delegate approve for the user while they are out: the days and the delegate, in one line. */
function OutOfOfficeDialog({ open, onOpenChange }: { open: boolean; onOpenChange(open: boolean): void }) {
  const today = localToday(new Date())
  const form: UseFormReturn<Values, unknown, CreateDelegationInput> = useZodForm(createDelegationBody, {
    to_id: null,
    starts_on: today,
    ends_on: '',
    dealership_ids: [],
    reason: 'Out of office',
  } as Values)
  const person = usePerson()
  const people = (useCandidates().data ?? []).filter(({ id }) => id !== person.id)
  const create = useWriteWithNotices(delegationEndpoints.create, createNotices, {
    onSuccess: () => onOpenChange(false),
    onError: ({ fields }) => showServerErrors(form, fields),
  })
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Out of Office"
      description="Both days are included. Your delegate can then decide the requests that wait for you."
      dirty={form.formState.isDirty && !create.isSuccess}
    >
      <Form form={form} className="grid grid-cols-1 gap-4" onSubmit={(body) => create.mutate({ body })}>
        <div className="grid gap-4 sm:grid-cols-[1fr_1fr_1.5fr]">
          <FormField form={form} name="starts_on" label="First Day" required>
            {(field) => <TypedDateInput {...field} min={today} />}
          </FormField>
          <FormField form={form} name="ends_on" label="Last Day" required>
            {(field) => <TypedDateInput {...field} min={today} />}
          </FormField>
          <FormField form={form} name="to_id" label="Delegate" required>
            {(field) => (
              <Combobox<number>
                {...field}
                options={people.map(({ id, name }) => ({ value: id, label: markHidden(name) }))}
              />
            )}
          </FormField>
        </div>
        <FormFailure failure={create.error} />
        <FormDialogFooter>
          <Button variant="secondary" onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" pending={create.isPending}>
            Set Out of Office
          </Button>
        </FormDialogFooter>
      </Form>
    </FormDialog>
  )
}
