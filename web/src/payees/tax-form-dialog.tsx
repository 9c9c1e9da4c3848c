import type { ListedAttachment } from '@check-requests/domain/documents/attachments/fields.ts'
import { payeeEndpoints as endpoints } from '@check-requests/domain/payees/endpoints.ts'
import { boxes1099, saveTaxFormBody, taxClasses, taxNumberKinds } from '@check-requests/domain/payees/fields.ts'
import type { PayeeReply, TaxFormReply } from '@check-requests/domain/payees/replies.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { Paperclip } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import { FileButton } from '#documents/attachments/add-documents.tsx'
import { useDocuments } from '#documents/attachments/api.ts'
import { DocumentList } from '#documents/attachments/document-list.tsx'
import { useUploads } from '#documents/attachments/use-uploads.ts'
import { payeeNotices, useTaxForm } from '#payees/api.ts'
import { TypedDateInput } from '#platform/date-input.tsx'
import { useLoadFailure } from '#platform/load-failures.ts'
import { useWriteWithNotices } from '#platform/use-write.ts'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/feedback/list-states.tsx'
import { SkeletonRows } from '#ui/feedback/skeleton.tsx'
import { Checkbox } from '#ui/form/checkbox.tsx'
import { Input } from '#ui/form/field.tsx'
import { Form, FormFailure, FormField, showServerErrors, useZodForm } from '#ui/form/form.tsx'
import { Select } from '#ui/form/select.tsx'
import { Dialog, DialogFooter } from '#ui/overlay/dialog.tsx'
import type { DialogFor } from '#ui/overlay/open-dialog.tsx'

/** A payee's W-9. */
export function TaxFormDialog({ subject: payee, open, onOpenChange }: DialogFor<PayeeReply>) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={`W-9 for ${markHidden(payee.name)}`} size="md">
      <TaxFormDocuments payee={payee} />
      <TaxForm payee={payee} onClose={() => onOpenChange(false)} />
    </Dialog>
  )
}

const Viewer = lazy(async () => ({
  default: (await import('#documents/attachments/viewer/document-viewer.tsx')).WholeScreenViewer,
}))

/** A payee's W-9 documents: the current one, with earlier ones below, and a button to add another. */
function TaxFormDocuments({ payee }: { payee: PayeeReply }) {
  const owner = { payee: payee.id }
  const uploads = useUploads({ destination: async () => owner })
  const { data: documents = [] } = useDocuments(owner)
  const [shownId, setShownId] = useState<number>()
  const openable = documents.filter((one) => one.removed_at === null && one.refusal_to_open === undefined)
  const shown = openable.find(({ id }) => id === shownId)
  return (
    <section aria-label="W-9 document" className="mb-4 grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-semibold">W-9 Document</h3>
        <FileButton
          icon={Paperclip}
          label={documents.some(isCurrent) ? 'Replace W-9' : 'Add W-9'}
          inputLabel="W-9 file"
          pending={uploads.uploads.some(({ error }) => error === undefined)}
          onChoose={(files) => uploads.add(files, undefined)}
        />
      </div>
      <DocumentList
        owner={owner}
        uploads={uploads}
        empty="No W-9 document. Add the signed form as a PDF, JPEG, or PNG file."
        onOpen={setShownId}
      />
      {shown && (
        <Suspense>
          <Viewer
            documents={openable}
            shown={shown}
            about={<span className="font-semibold">W-9 for {markHidden(payee.name)}</span>}
            onShow={setShownId}
            onClose={() => setShownId(undefined)}
          />
        </Suspense>
      )}
    </section>
  )
}

function isCurrent({ removed_at, replaced_at }: ListedAttachment): boolean {
  return removed_at === null && replaced_at === undefined
}

const schema = saveTaxFormBody.omit({ version: true }).required()

interface Values {
  received_on: string
  legal_name: string
  number_kind: TaxFormReply['number_kind'] | null
  tax_class: TaxFormReply['tax_class'] | null
  box_1099: TaxFormReply['box_1099'] | null
  backup_withholding: boolean
}

type TaxFormForm = UseFormReturn<Values, unknown, z.output<typeof schema>>

const blank: Values = {
  received_on: '',
  legal_name: '',
  number_kind: null,
  tax_class: null,
  box_1099: 'None',
  backup_withholding: false,
}

interface TaxFormProps {
  payee: PayeeReply
  onClose(): void
}

/** A payee's W-9 data. Opening it is recorded in the audit trail. */
function TaxForm({ payee, onClose }: TaxFormProps) {
  const query = useTaxForm(payee.id)
  const { error, onRetry } = useLoadFailure(query)
  if (error) return <ErrorState message={error} onRetry={onRetry} />
  if (query.data === undefined) return <SkeletonRows count={3} />
  return <Loaded payee={payee} stored={query.data} onClose={onClose} />
}

function Loaded({ payee, stored, onClose }: TaxFormProps & { stored: TaxFormReply | null }) {
  const form: TaxFormForm = useZodForm(schema, stored ?? blank)
  const save = useWriteWithNotices(endpoints.saveTaxForm, payeeNotices.taxForm, {
    onSuccess: onClose,
    onError: ({ fields }) => showServerErrors(form, fields),
  })
  return (
    <section aria-label="W-9" className="border-t border-line pt-4">
      <Form
        form={form}
        className="grid gap-4 sm:grid-cols-2"
        onSubmit={(body) => save.mutate({ params: { id: payee.id }, body: { ...body, version: payee.version } })}
      >
        <FormField form={form} name="received_on" label="W-9 Received On" required>
          {(field) => <TypedDateInput {...field} />}
        </FormField>
        <FormField form={form} name="number_kind" label="Number Type" required>
          {(field) => <Select {...field} options={optionsOf(taxNumberKinds)} />}
        </FormField>
        <FormField form={form} name="legal_name" label="Legal Name" required className="sm:col-span-2">
          {(field) => <Input {...field} autoComplete="off" />}
        </FormField>
        <FormField form={form} name="tax_class" label="Tax Classification" required>
          {(field) => <Select {...field} options={optionsOf(taxClasses)} />}
        </FormField>
        <FormField form={form} name="box_1099" label="1099 Box" required>
          {(field) => <Select {...field} options={optionsOf(boxes1099)} />}
        </FormField>
        <FormField form={form} name="backup_withholding" label="Withholding" group className="sm:col-span-2">
          {({ value, onChange }) => (
            <Checkbox label="Backup withholding applies" checked={value === true} onChange={onChange} />
          )}
        </FormField>
        <div className="sm:col-span-2">
          <FormFailure failure={save.error} />
          <DialogFooter>
            <Button variant="secondary" onClick={onClose}>
              Back
            </Button>
            <Button type="submit" variant="primary" pending={save.isPending}>
              Save W-9
            </Button>
          </DialogFooter>
        </div>
      </Form>
    </section>
  )
}

function optionsOf<Word extends string>(words: readonly Word[]) {
  return words.map((word) => ({ value: word, label: word }))
}
