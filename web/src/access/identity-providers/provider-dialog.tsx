import { identityProviderEndpoints as endpoints } from '@check-requests/domain/access/identity-providers/endpoints.ts'
import type { ProviderReply } from '@check-requests/domain/access/identity-providers/fields.ts'
import { providerNotices } from '#access/identity-providers/api.ts'
import { NewPeopleFields } from '#access/identity-providers/new-people-fields.tsx'
import { schemaFor, typedProvider } from '#access/identity-providers/provider-form.ts'
import { useDealerGroups } from '#organization/api.ts'
import { useWriteWithNotices } from '#platform/use-write.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/form/checkbox.tsx'
import { Input } from '#ui/form/field.tsx'
import { Form, FormFailure, FormField, showServerErrors, useZodForm } from '#ui/form/form.tsx'
import { NativeSelect } from '#ui/form/native-select.tsx'
import { FormDialog, FormDialogFooter } from '#ui/overlay/form-dialog.tsx'
import type { DialogFor } from '#ui/overlay/open-dialog.tsx'

/** Adds or changes an identity provider. */
export function ProviderDialog({ subject, open, onOpenChange }: DialogFor<ProviderReply | null>) {
  const { data: groups = [] } = useDealerGroups()
  const form = useZodForm(schemaFor(subject), typedProvider(subject, groups[0]?.id))
  const handlers = {
    onSuccess: () => onOpenChange(false),
    onError: ({ fields }: { fields?: Record<string, string> | undefined }) => void showServerErrors(form, fields),
  }
  const create = useWriteWithNotices(endpoints.create, providerNotices.create, handlers)
  const update = useWriteWithNotices(endpoints.update, providerNotices.update, handlers)
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={subject ? `Change ${subject.name}` : 'Add Identity Provider'}
      description="Users can sign in with this provider after another admin confirms it."
      dirty={form.formState.isDirty}
    >
      <Form
        form={form}
        className="grid gap-4"
        onSubmit={({ dealer_group_id, client_secret, ...body }) => {
          const secret = client_secret.trim()
          if (!subject) return create.mutate({ body: { dealer_group_id, client_secret, ...body } })
          const { id, version } = subject
          return update.mutate({
            params: { id },
            body: { ...body, version, ...(secret !== '' && { client_secret: secret }) },
          })
        }}
      >
        {!subject && groups.length > 1 && (
          <FormField form={form} name="dealer_group_id" label="Dealer Group" required>
            {(field) => (
              <NativeSelect
                {...field}
                className="w-full"
                options={groups.map((group) => ({ value: group.id, label: group.name }))}
                onChange={(id) => field.onChange(Number(id))}
              />
            )}
          </FormField>
        )}
        <FormField form={form} name="name" label="Name" required hint="Shown on the sign-in button: Continue with …">
          {(field) => <Input {...field} autoComplete="off" />}
        </FormField>
        <FormField
          form={form}
          name="issuer"
          label="Issuer"
          required
          hint="Copy the issuer URL from the provider’s settings."
        >
          {(field) => <Input {...field} autoComplete="off" placeholder="https://login.example.com" />}
        </FormField>
        <FormField form={form} name="client_id" label="Client ID" required>
          {(field) => <Input {...field} autoComplete="off" />}
        </FormField>
        <FormField
          form={form}
          name="client_secret"
          label="Client Secret"
          required={!subject}
          hint={subject ? 'Leave this blank to keep the current secret.' : undefined}
        >
          {(field) => <Input {...field} type="password" autoComplete="off" />}
        </FormField>
        <FormField
          form={form}
          name="domains"
          label="Email Domains"
          required
          hint="Only users with these email domains can sign in. Separate domains with commas."
        >
          {(field) => <Input {...field} autoComplete="off" placeholder="lakeside.example" />}
        </FormField>
        <FormField form={form} name="trusts_email" label="Email Addresses" group>
          {({ value, ...field }) => (
            <Checkbox
              {...field}
              checked={value}
              label="Treat all email addresses from this provider as verified. Select this only if the dealer group’s own admins assign them."
            />
          )}
        </FormField>
        <NewPeopleFields form={form} />
        <FormFailure failure={create.error ?? update.error} />
        <FormDialogFooter>
          <Button variant="secondary" onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" pending={create.isPending || update.isPending}>
            {subject ? 'Save' : 'Propose'}
          </Button>
        </FormDialogFooter>
      </Form>
    </FormDialog>
  )
}
