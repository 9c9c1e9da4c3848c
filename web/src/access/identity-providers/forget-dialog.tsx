import { identityProviderEndpoints as endpoints } from '@check-requests/domain/access/identity-providers/endpoints.ts'
import { forgetPersonBody, type ProviderReply } from '@check-requests/domain/access/identity-providers/fields.ts'
import { providerNotices } from '#access/identity-providers/api.ts'
import { useWriteWithNotices } from '#platform/use-write.ts'
import { Button } from '#ui/button.tsx'
import { Input } from '#ui/form/field.tsx'
import { Form, FormFailure, FormField, useZodForm } from '#ui/form/form.tsx'
import { FormDialog, FormDialogFooter } from '#ui/overlay/form-dialog.tsx'
import type { DialogFor } from '#ui/overlay/open-dialog.tsx'

/** Unlinks provider accounts from users who have a new account at the provider. */
export function ForgetDialog({ subject: { id, name }, open, onOpenChange }: DialogFor<ProviderReply>) {
  const form = useZodForm(forgetPersonBody, { email: '' })
  const forget = useWriteWithNotices(endpoints.forget, providerNotices.forget, { onSuccess: () => onOpenChange(false) })
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Unlink an Account at ${name}`}
      description="Use this when a user has a new account at the provider. At the next sign-in, the user is matched by email address."
      size="sm"
      dirty={form.formState.isDirty}
    >
      <Form form={form} className="grid gap-4" onSubmit={(body) => forget.mutate({ params: { id }, body })}>
        <FormField form={form} name="email" label="Email" required>
          {(field) => <Input {...field} type="email" autoComplete="off" />}
        </FormField>
        <FormFailure failure={forget.error} />
        <FormDialogFooter>
          <Button variant="secondary" onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" pending={forget.isPending}>
            Unlink Account
          </Button>
        </FormDialogFooter>
      </Form>
    </FormDialog>
  )
}
