import { checkEndpoints } from '@check-requests/domain/checks/endpoints.ts'
import { voidCheckBody } from '@check-requests/domain/checks/fields.ts'
import type { WholeCheckReply } from '@check-requests/domain/checks/replies.ts'
import { needsAgreement } from '@check-requests/domain/checks/rules.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { formatDollars } from '@check-requests/domain/values/money.ts'
import { checkNotices, requestChoices } from '#checks/detail/dialog-words.ts'
import { PaperPicture } from '#checks/detail/paper-picture.tsx'
import { useWriteWithNotices } from '#platform/use-write.ts'
import { Button } from '#ui/button.tsx'
import { Input } from '#ui/form/field.tsx'
import { Form, FormFailure, FormField, showServerErrors, useZodForm } from '#ui/form/form.tsx'
import { RadioGroup } from '#ui/form/radio.tsx'
import { FormDialog, FormDialogFooter } from '#ui/overlay/form-dialog.tsx'
import type { DialogFor } from '#ui/overlay/open-dialog.tsx'

const plain = voidCheckBody.omit({ version: true })
const missingPicture = 'Choose or add a picture of the defaced check.'
const withPicture = plain.refine(({ attachment_id }) => attachment_id !== undefined, {
  error: missingPicture,
  path: ['attachment_id'],
})

const untouched = { reason: '', attachment_id: undefined }

/**
 * Voids a check. For a signed or issued check, asks for a photo of the defaced paper, and another person has to approve
 * the void.
 */
export function VoidDialog({ subject: check, open, onOpenChange }: DialogFor<WholeCheckReply>) {
  const { id, version, number, amount, payee_name, check_request_id } = check
  const isAsked = needsAgreement(check.state)
  const form = useZodForm(isAsked ? withPicture : plain, untouched)
  const write = useWriteWithNotices(checkEndpoints.void, isAsked ? checkNotices.askVoid : checkNotices.void, {
    onSuccess: () => onOpenChange(false),
    onError: ({ fields }) => showServerErrors(form, fields),
  })
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Void Check ${number}`}
      description={`${formatDollars(amount)} to ${markHidden(payee_name)}`}
      size="md"
      dirty={form.formState.isDirty}
    >
      <Form
        form={form}
        className="grid gap-4"
        onSubmit={(body) => write.mutate({ params: { id }, body: { ...body, version } })}
      >
        {isAsked && (
          <p>
            The check is signed, so a person who didn’t print or sign it has to agree. Write VOID across the paper check
            and photograph it. If the paper is missing, stop the check instead.
          </p>
        )}
        <FormField form={form} name="reason" label="Why is this check voided?" required>
          {(reason) => <Input {...reason} />}
        </FormField>
        <FormField form={form} name="request_status" label="What happens to the request?" required group>
          {(status) => <RadioGroup {...status} value={status.value ?? null} options={requestChoices} stacked />}
        </FormField>
        {isAsked && check_request_id !== null && (
          <FormField form={form} name="attachment_id" label="Picture of the Defaced Check" required group>
            {(picture) => <PaperPicture {...picture} requestId={check_request_id} value={picture.value ?? undefined} />}
          </FormField>
        )}
        <FormFailure failure={write.error} />
        <FormDialogFooter>
          <Button variant="secondary" onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button type="submit" variant="danger" pending={write.isPending}>
            {isAsked ? 'Request Void' : 'Void Check'}
          </Button>
        </FormDialogFooter>
      </Form>
    </FormDialog>
  )
}
