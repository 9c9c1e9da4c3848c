import { payeeEndpoints as endpoints } from '@check-requests/domain/payees/endpoints.ts'
import { useState } from 'react'
import { usePerson } from '#access/sessions/session-provider.tsx'
import { useDealerGroups } from '#organization/api.ts'
import { placeOptions } from '#organization/places.tsx'
import { useDownload } from '#platform/downloads.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { NativeSelect } from '#ui/form/native-select.tsx'
import { Select } from '#ui/form/select.tsx'
import { Dialog, DialogFooter } from '#ui/overlay/dialog.tsx'
import type { DialogFor } from '#ui/overlay/open-dialog.tsx'

const yearsOffered = 6

/** Saves a spreadsheet for 1099s: payments to payees in a year with their W-9 data. */
export function TaxListDialog({ open, onOpenChange }: DialogFor<null>) {
  const { dealer_group_id } = usePerson()
  const groups = useDealerGroups().data ?? []
  const thisYear = new Date().getFullYear()
  const [year, setYear] = useState(thisYear)
  const [group, setGroup] = useState(dealer_group_id)
  const download = useDownload(endpoints.taxList, {
    name: `payees-${year}.xlsx`,
    failed: 'Couldn’t export the 1099 list',
  })
  const years = Array.from({ length: yearsOffered }, (_, index) => thisYear - index)
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="1099 List"
      description="Payments to each payee in one year, by dealership, with details from the W-9. The audit trail records each export."
    >
      <div className="grid gap-4">
        {dealer_group_id === null && (
          <Field label="Dealer Group" required>
            <Select<number> searchable options={placeOptions(groups)} value={group} onChange={setGroup} />
          </Field>
        )}
        <Field label="Year">
          <NativeSelect<number>
            options={years.map((one) => ({ value: one, label: String(one) }))}
            value={year}
            onChange={setYear}
          />
        </Field>
        <DialogFooter>
          <Button variant="secondary" onClick={() => onOpenChange(false)}>
            Close
          </Button>
          <Button
            variant="primary"
            pending={download.isPending}
            disabled={group === null}
            onClick={() => group !== null && download.mutate({ query: { dealer_group_id: group, year } })}
          >
            Export XLSX
          </Button>
        </DialogFooter>
      </div>
    </Dialog>
  )
}
