import { roles } from '@check-requests/domain/access/roles.ts'
import { accessLevels } from '@check-requests/domain/access/scope.ts'
import { invitationEndpoints } from '@check-requests/domain/people/invitations/endpoints.ts'
import {
  type Invitation,
  type InviteUserInput,
  inviteUserBody,
} from '@check-requests/domain/people/invitations/fields.ts'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { InvitationLink, invitationNotices } from '#people/users/invitation.tsx'
import { messageOf } from '#platform/api-failure.ts'
import { useWriteWithNotices } from '#platform/use-write.ts'
import { Button } from '#ui/button.tsx'
import { Field, Input } from '#ui/form/field.tsx'
import { NativeSelect } from '#ui/form/native-select.tsx'

interface Row {
  readonly key: number
  readonly email: string
  readonly first_name: string
  readonly last_name: string
  readonly role: number
}

const blank = { email: '', first_name: '', last_name: '' }
const [admin, requester, approver, processor] = roles.map(({ id }) => Number(id))
const firstRows: Row[] = [requester, approver, processor, admin].map((role = 0, key) => ({ ...blank, key, role }))
const roleOptions = roles.map(({ id, label }) => ({ value: Number(id), label }))

const roleHints: Record<string, string> = {
  requester: 'raises requests',
  approver: 'approves them',
  processor: 'prints and hands over checks',
  admin: 'confirms what you set up: accounts, bank accounts, policies',
}

/** The names that an email address such as `rita.harbor@…` contains. */
export function namesIn(email: string): { first_name: string; last_name: string } {
  const parts = (email.split('@')[0] ?? '').split(/[._-]+/).filter((part) => /^\p{L}{2,}$/u.test(part))
  const [first = '', ...rest] = parts.map((part) => part.charAt(0).toUpperCase() + part.slice(1).toLowerCase())
  return { first_name: first, last_name: rest.join(' ') }
}

/** Invites people to the dealer group by email and role. */
export function PeopleStep({ groupId, onDone }: { groupId: number; onDone(): void }) {
  const [rows, setRows] = useState(firstRows)
  const [errors, setErrors] = useState<Record<number, Record<string, string>>>({})
  const [invitations, setInvitations] = useState<Invitation[]>([])
  const invite = useWriteWithNotices(invitationEndpoints.invite, invitationNotices)
  const entered = rows.filter(({ email }) => email.trim() !== '')

  function change(key: number, values: Partial<Row>) {
    setRows((before) => before.map((row) => (row.key === key ? { ...row, ...values } : row)))
  }

  /** Invites each person; people who were refused stay in the form with the reason. */
  async function inviteAll() {
    const refused: typeof errors = {}
    for (const row of entered) {
      const parsed = inviteUserBody.safeParse(bodyOf(row, groupId))
      if (!parsed.success) {
        refused[row.key] = Object.fromEntries(
          parsed.error.issues.map(({ path, message }) => [String(path[0]), message]),
        )
        continue
      }
      try {
        const invitation = await invite.mutateAsync({ body: parsed.data })
        setInvitations((before) => [...before, invitation])
        setRows((before) => before.filter(({ key }) => key !== row.key))
      } catch (failure) {
        refused[row.key] = { email: messageOf(failure) }
      }
    }
    setErrors(refused)
  }

  return (
    <div className="grid gap-5">
      <p>
        Each person gets a link to choose a password. A request needs two people: one who raises it and one who approves
        it. Printing checks needs a processor and a second admin.
      </p>
      {rows.length > 0 && (
        <ul className="grid gap-4">
          {rows.map((row) => (
            <PersonRow
              key={row.key}
              row={row}
              errors={errors[row.key]}
              onChange={(values) => change(row.key, values)}
            />
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" pending={invite.isPending} disabled={entered.length === 0} onClick={inviteAll}>
          {entered.length > 1 ? `Invite ${entered.length} People` : 'Invite'}
        </Button>
        <Button
          variant="secondary"
          onClick={() => setRows([...rows, { ...blank, key: Date.now(), role: requester ?? 0 }])}
        >
          <Plus aria-hidden className="size-4" />
          Add Person
        </Button>
        <Button variant={invitations.length > 0 ? 'primary' : 'ghost'} onClick={onDone}>
          {invitations.length > 0 ? 'Continue' : 'Invite People Later'}
        </Button>
      </div>
      {invitations.length > 0 && (
        <section aria-label="Invitations" className="grid gap-4 border-t border-line pt-4">
          {invitations.map((invitation) => (
            <InvitationLink key={invitation.user.id} invitation={invitation} />
          ))}
        </section>
      )}
    </div>
  )
}

function bodyOf({ key: _, role, email, ...names }: Row, groupId: number): Partial<InviteUserInput> {
  const rights = { role_ids: [role], primary_role: role, access_level: accessLevels.group, dealer_group_id: groupId }
  return { ...names, ...rights, email: email.trim(), username: email.trim() }
}

interface PersonRowProps {
  row: Row
  errors: Record<string, string> | undefined
  onChange(values: Partial<Row>): void
}

function PersonRow({ row, errors = {}, onChange }: PersonRowProps) {
  const role = roles.find(({ id }) => id === row.role)
  return (
    <li className="grid items-start gap-x-3 gap-y-2 border-b border-line pb-4 last:border-b-0 sm:grid-cols-6">
      <Field label="Role" hint={role && roleHints[role.name]} className="sm:col-span-2">
        <NativeSelect
          options={roleOptions}
          value={row.role}
          className="w-full"
          onChange={(id) => onChange({ role: id })}
        />
      </Field>
      <Field label="Email" error={errors.email ?? errors.username} className="sm:col-span-2">
        <Input
          type="email"
          autoComplete="off"
          value={row.email}
          onChange={({ target }) => onChange({ email: target.value })}
          onBlur={() => {
            if (row.first_name === '' && row.last_name === '') onChange(namesIn(row.email))
          }}
        />
      </Field>
      <Field label="First Name" error={errors.first_name}>
        <Input
          autoComplete="off"
          value={row.first_name}
          onChange={({ target }) => onChange({ first_name: target.value })}
        />
      </Field>
      <Field label="Last Name" error={errors.last_name}>
        <Input
          autoComplete="off"
          value={row.last_name}
          onChange={({ target }) => onChange({ last_name: target.value })}
        />
      </Field>
    </li>
  )
}
