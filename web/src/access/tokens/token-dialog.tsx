import { roles } from '@check-requests/domain/access/roles.ts'
import { tokenEndpoints as endpoints } from '@check-requests/domain/access/tokens/endpoints.ts'
import { createTokenBody } from '@check-requests/domain/access/tokens/fields.ts'
import { type TokenScope, tokenDays, tokenScopes } from '@check-requests/domain/access/tokens/scopes.ts'
import { addDays, localToday } from '@check-requests/domain/values/calendar-date.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { useState } from 'react'
import { z } from 'zod'
import { usePerson } from '#access/sessions/session-provider.tsx'
import { useDealerGroups, useDealerships } from '#organization/api.ts'
import { useWriteWithNotices } from '#platform/use-write.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/form/checkbox.tsx'
import { Input } from '#ui/form/field.tsx'
import { Form, FormFailure, FormField, showServerErrors, useZodForm } from '#ui/form/form.tsx'
import { MultiSelect } from '#ui/form/multi-select.tsx'
import { NativeSelect } from '#ui/form/native-select.tsx'
import { Dialog, DialogFooter } from '#ui/overlay/dialog.tsx'
import { FormDialog, FormDialogFooter } from '#ui/overlay/form-dialog.tsx'
import type { DialogFor } from '#ui/overlay/open-dialog.tsx'

const creating = {
  done: 'Access token created',
  failed: 'Couldn’t create this access token',
  refreshes: ['organisation'] as const,
}

const { kind, name, scopes, role_id, dealership_ids, networks, expires_on, manages_users } = createTokenBody.shape
const typedToken = z.object({
  kind,
  dealer_group_id: z.number(),
  name,
  scopes,
  role_id,
  dealership_ids,
  networks: z
    .string()
    .transform((text) => text.split(/[\s,;]+/).filter(Boolean))
    .pipe(networks),
  expires_on,
  manages_users: z.preprocess((value) => value || undefined, manages_users),
})

const managing = [
  { value: '', label: 'Only reads users' },
  { value: 'with-second-person', label: 'New users and roles wait for a second person' },
  { value: 'alone', label: 'New users and roles take effect at once' },
]

/** Creates a token for the user's scripts or for a program, and then shows its secret once. */
export function TokenDialog({ subject, open, onOpenChange }: DialogFor<'person' | 'program'>) {
  const [secret, setSecret] = useState<string>()
  if (secret === undefined)
    return <NewToken subject={subject} open={open} onOpenChange={onOpenChange} onSecret={setSecret} />
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="md"
      title="Copy Your Access Token"
      description="This is the only time that the token is shown. Store it where you keep passwords."
    >
      <code className="block rounded border border-line p-3 font-medium break-all select-all">{secret}</code>
      <p className="mt-3 text-ink-soft">
        Send it with each call as the header Authorization: Bearer, followed by the token.
      </p>
      <DialogFooter>
        <Button variant="primary" onClick={() => onOpenChange(false)}>
          Done
        </Button>
      </DialogFooter>
    </Dialog>
  )
}

interface NewTokenProps extends DialogFor<'person' | 'program'> {
  onSecret(secret: string): void
}

function useTokenForm(subject: 'person' | 'program', groupId: number, firstRole: 1 | 2 | 3 | 4) {
  return useZodForm(typedToken, {
    kind: subject,
    dealer_group_id: groupId,
    name: '',
    scopes: [],
    role_id: subject === 'program' ? 2 : firstRole,
    dealership_ids: [],
    networks: '',
    expires_on: addDays(localToday(new Date()), tokenDays.usual),
    manages_users: undefined,
  })
}

/** How a directory such as Entra or Okta manages users with a program (SCIM). */
function DirectoryField({ form }: { form: ReturnType<typeof useTokenForm> }) {
  if (!form.watch('scopes').includes('people')) return null
  return (
    <FormField form={form} name="manages_users" label="Directory (SCIM)">
      {({ value, ...field }) => (
        <NativeSelect {...field} value={String(value ?? '')} className="w-full" options={managing} />
      )}
    </FormField>
  )
}

function NewToken({ subject, open, onOpenChange, onSecret }: NewTokenProps) {
  const person = usePerson()
  const isProgram = subject === 'program'
  const { data: groups = [] } = useDealerGroups()
  const roleOptions = roles.filter(({ id }) => (isProgram ? id <= 2 : person.all_roles.includes(id)))
  const form = useTokenForm(subject, person.dealer_group_id ?? groups[0]?.id ?? 0, roleOptions[0]?.id ?? 2)
  const create = useWriteWithNotices(endpoints.create, creating, {
    onSuccess: (made) => onSecret(made.secret),
    onError: ({ fields }) => void showServerErrors(form, fields),
  })
  const groupId = form.watch('dealer_group_id')
  const dealerships = (useDealerships().data ?? []).filter(({ dealer_group_id }) => dealer_group_id === groupId)
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={isProgram ? 'Add Program' : 'Create Access Token'}
      description={isProgram ? 'The token works after a second admin confirms the program.' : undefined}
      dirty={form.formState.isDirty}
    >
      <Form form={form} className="grid gap-4" onSubmit={(body) => create.mutate({ body })}>
        {isProgram && groups.length > 1 && (
          <FormField form={form} name="dealer_group_id" label="Dealer Group" required>
            {(field) => (
              <NativeSelect
                {...field}
                className="w-full"
                options={groups.map((group) => ({ value: group.id, label: markHidden(group.name) }))}
                onChange={(id) => field.onChange(Number(id))}
              />
            )}
          </FormField>
        )}
        <FormField form={form} name="name" label="Name" required hint="Shown in the audit trail for each call.">
          {(field) => <Input {...field} autoComplete="off" />}
        </FormField>
        <FormField form={form} name="scopes" label="Access" group required>
          {({ value, onChange }) => (
            <div className="grid gap-1.5">
              {tokenScopes.map((scope) => (
                <Checkbox
                  key={scope.name}
                  label={scope.label}
                  checked={value.includes(scope.name)}
                  onChange={(checked) => onChange(withScope(value, scope.name, checked))}
                />
              ))}
            </div>
          )}
        </FormField>
        <FormField form={form} name="role_id" label="Role" required hint={isProgram ? programRoles : undefined}>
          {(field) => (
            <NativeSelect
              {...field}
              className="w-full"
              options={roleOptions.map(({ id, label }) => ({ value: id, label }))}
              onChange={(id) => field.onChange(Number(id))}
            />
          )}
        </FormField>
        {isProgram && <DirectoryField form={form} />}
        <FormField form={form} name="dealership_ids" label="Dealerships" hint="Leave this blank for no limit.">
          {(field) => (
            <MultiSelect
              {...field}
              options={dealerships.map(({ id, name: label }) => ({ value: id, label: markHidden(label) }))}
            />
          )}
        </FormField>
        <FormField
          form={form}
          name="networks"
          label="Networks"
          hint="The token works only from these addresses or networks. Leave this blank for no limit."
        >
          {(field) => <Input {...field} autoComplete="off" placeholder="203.0.113.0/24" />}
        </FormField>
        <FormField form={form} name="expires_on" label="Last Day" required>
          {(field) => <Input {...field} type="date" />}
        </FormField>
        <FormFailure failure={create.error} />
        <FormDialogFooter>
          <Button variant="secondary" onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" pending={create.isPending}>
            {isProgram ? 'Add Program' : 'Create Token'}
          </Button>
        </FormDialogFooter>
      </Form>
    </FormDialog>
  )
}

const programRoles =
  'A requester sees only what it raised. An admin reads everything, and raises requests for requesters.'

function withScope(scopes: readonly TokenScope[], name: TokenScope, isIn: boolean): TokenScope[] {
  return isIn ? [...scopes, name] : scopes.filter((one) => one !== name)
}
