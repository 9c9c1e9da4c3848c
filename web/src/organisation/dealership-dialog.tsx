import { organisationEndpoints as endpoints } from '@check-requests/domain/organisation/endpoints.ts'
import type { Dealership } from '@check-requests/domain/organisation/fields.ts'
import { useNavigate } from '@tanstack/react-router'
import { useDealerships } from '#organisation/api.ts'
import { DealershipFields } from '#organisation/dealership-fields.tsx'
import {
  blankDealership,
  type DealershipForm,
  dealershipFormSchema,
  valuesOfDealership,
} from '#organisation/dealership-form-model.ts'
import { addTo } from '#organisation/linked-record.ts'
import { dealershipNotices } from '#organisation/write-notices.ts'
import { paths } from '#paths.ts'
import type { ApiFailure } from '#platform/api-failure.ts'
import { changedFields } from '#platform/changed-fields.ts'
import { useNotices } from '#platform/notices.tsx'
import { useStoredRow } from '#platform/use-stored-row.ts'
import { useWriteWithNotices } from '#platform/use-write-with-notices.ts'
import { usePerson } from '#sessions/session-provider.tsx'
import { Button } from '#ui/button.tsx'
import { Form, FormFailure, showServerErrors, useZodForm } from '#ui/form.tsx'
import { FormDialog, FormDialogFooter } from '#ui/form-dialog.tsx'
import type { DialogFor } from '#ui/use-dialog-for.tsx'

/** Adds or changes a dealership (R109, R185, A20). */
export function DealershipDialog({ subject: opened, open, onOpenChange }: DialogFor<Dealership | null>) {
  const { dealer_group_id: ownGroup } = usePerson()
  const notices = useNotices()
  const form: DealershipForm = useZodForm(
    dealershipFormSchema(opened),
    opened ? valuesOfDealership(opened) : blankDealership(ownGroup),
  )
  const { row: dealership, readAgain } = useStoredRow(form, opened, valuesOfDealership, useDealerships())
  const handlers = {
    onSuccess: () => onOpenChange(false),
    onError: (failure: ApiFailure) => {
      showServerErrors(form, failure.fields)
      void readAgain(failure)
    },
  }
  const navigate = useNavigate()
  const next = {
    label: 'Add departments',
    run: ({ id }: Dealership) => void navigate({ to: paths.departments, search: addTo(id) }),
  }
  const create = useWriteWithNotices(endpoints.createDealership, dealershipNotices.create, { ...handlers, next })
  const update = useWriteWithNotices(endpoints.updateDealership, dealershipNotices.update, handlers)
  const write = dealership ? update : create
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={dealership ? 'Update Dealership' : 'Add Dealership'}
      size="md"
      dirty={form.formState.isDirty && !write.isSuccess}
    >
      <Form
        form={form}
        onSubmit={({ is_active, ...body }) =>
          dealership
            ? update.mutate({
                params: { id: dealership.id },
                body: { ...changedFields(dealership, { ...body, is_active }), version: dealership.version },
              })
            : create.mutate({ body: { ...body, settings: null } })
        }
        onInvalid={({ dealer_group_id: error }) =>
          error?.message && notices.show({ title: error.message, destructive: true })
        }
        className="grid gap-5"
      >
        <DealershipFields form={form} exists={dealership !== null} />
        <FormFailure failure={write.error} />
        <FormDialogFooter>
          <Button variant="secondary" onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" pending={write.isPending}>
            {dealership ? 'Update Dealership' : 'Create Dealership'}
          </Button>
        </FormDialogFooter>
      </Form>
    </FormDialog>
  )
}
