import { enteredCheckEndpoints } from '@check-requests/domain/checks/entered/endpoints.ts'
import { discardEnteredBody } from '@check-requests/domain/checks/entered/rules.ts'
import type { CheckReply } from '@check-requests/domain/checks/replies.ts'
import { checkNotices, entryInWords } from '#checks/detail/dialog-words.ts'
import { useWriteWithNotices } from '#platform/use-write.ts'
import { Button } from '#ui/button.tsx'
import { DescriptionList } from '#ui/description-list.tsx'
import { Input } from '#ui/form/field.tsx'
import { Form, FormFailure, FormField, showServerErrors, useZodForm } from '#ui/form/form.tsx'
import { RadioGroup } from '#ui/form/radio.tsx'
import { FormDialog, FormDialogFooter } from '#ui/overlay/form-dialog.tsx'
import type { DialogFor } from '#ui/overlay/open-dialog.tsx'

const schema = discardEnteredBody.omit({ version: true })
const numbers = [
  { value: 'free', label: 'The number can be used again for a corrected entry' },
  { value: 'spoiled', label: 'The number can’t be used again: the sheet is spoiled' },
] as const

/** Discards an entry and decides what happens to its number. */
export function DiscardEntryDialog({ subject: check, open, onOpenChange }: DialogFor<CheckReply>) {
  const { id, version, number, kind } = check
  const isManual = kind === 'manual'
  const form = useZodForm(schema, isManual ? { reason: '' } : { reason: '', number: 'free' })
  const discard = useWriteWithNotices(enteredCheckEndpoints.discard, checkNotices.discardEntry, {
    onSuccess: () => onOpenChange(false),
    onError: ({ fields }) => showServerErrors(form, fields),
  })
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Discard Check ${number}`}
      size="md"
      dirty={form.formState.isDirty}
    >
      <Form
        form={form}
        className="grid gap-4"
        onSubmit={(body) => discard.mutate({ params: { id }, body: { ...body, version } })}
      >
        <DescriptionList items={entryInWords(check)} />
        <FormField form={form} name="reason" label="What is wrong with this entry?" required>
          {(reason) => <Input {...reason} />}
        </FormField>
        {isManual && (
          <FormField form={form} name="number" label="What happens to the number?" required group>
            {(fate) => <RadioGroup {...fate} value={fate.value ?? null} options={numbers} stacked />}
          </FormField>
        )}
        <FormFailure failure={discard.error} />
        <FormDialogFooter>
          <Button variant="secondary" onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button type="submit" variant="danger" pending={discard.isPending}>
            Discard Entry
          </Button>
        </FormDialogFooter>
      </Form>
    </FormDialog>
  )
}
