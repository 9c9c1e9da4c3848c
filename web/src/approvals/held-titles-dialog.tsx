import { approvalEndpoints } from '@check-requests/domain/approvals/endpoints.ts'
import type { TitleReply } from '@check-requests/domain/approvals/replies.ts'
import type { User } from '@check-requests/domain/people/users/fields.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { Plus, Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { usePerson } from '#access/sessions/session-provider.tsx'
import { holdTitlesNotices, useApprovalTitles } from '#approvals/api.ts'
import { canApprove } from '#approvals/use-policy-choices.ts'
import { useDealerships } from '#organization/api.ts'
import { useUsers } from '#people/users/api.ts'
import { refusalToChange } from '#people/users/authority.ts'
import { randomHex } from '#platform/browser-features.ts'
import { useWriteWithNotices } from '#platform/use-write.ts'
import { Button } from '#ui/button.tsx'
import { Combobox } from '#ui/form/combobox.tsx'
import { Field } from '#ui/form/field.tsx'
import { NativeSelect } from '#ui/form/native-select.tsx'
import { FormDialog, FormDialogFooter } from '#ui/overlay/form-dialog.tsx'
import type { DialogFor } from '#ui/overlay/open-dialog.tsx'
import { RowAction } from '#ui/table/row-controls.tsx'

/** The user whose titles are edited. Without `userId`, the admin first chooses a user, who gets the title `titleId`. */
export interface HeldTitlesSubject {
  readonly groupId: number
  readonly userId?: number
  readonly titleId?: number
}

interface Held {
  readonly key: string
  readonly titleId: number
  /** The dealership where the title applies; 0 for all dealerships. */
  readonly dealershipId: number
}

/** Sets a user's approval titles, each for one dealership or for all. */
export function HeldTitlesDialog(props: DialogFor<HeldTitlesSubject>) {
  const { subject, open, onOpenChange } = props
  const { groupId, titleId } = subject
  const admin = usePerson()
  const users = useUsers().data ?? []
  // All titles of a user are saved together, so the form begins with the current ones.
  const { data, isFetchedAfterMount } = useApprovalTitles({ staleTime: 0 })
  const titles = data?.filter(({ dealer_group_id }) => dealer_group_id === groupId)
  const [userId, chooseUser] = useState(subject.userId ?? null)
  const [isDirty, setDirty] = useState(false)
  const user = users.find(({ id }) => id === userId)
  const people = users.filter((one) => {
    return (
      canApprove(one, groupId) && one.dealer_group_id !== null && one.id !== admin.id && !refusalToChange(admin, one)
    )
  })
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={subject.userId && user ? `${nameOf(user)}’s Approval Titles` : 'Assign a Title'}
      description="Titles determine which steps a user can approve, including steps of pending requests. If a policy is in force, a second person must confirm the change."
      size="md"
      dirty={isDirty}
    >
      <div className="grid gap-4">
        {!subject.userId && (
          <Field label="User" required>
            <Combobox<number>
              options={people.map((one) => ({ value: one.id, label: `${nameOf(one)} (${one.username})` }))}
              value={userId}
              onChange={chooseUser}
            />
          </Field>
        )}
        {user && titles && isFetchedAfterMount && (
          <TitlesForm
            key={user.id}
            user={user}
            groupId={groupId}
            titles={titles}
            added={titleId}
            onDirty={() => setDirty(true)}
            onSaved={() => {
              setDirty(false)
              onOpenChange(false)
            }}
            onCancel={() => onOpenChange(false)}
          />
        )}
      </div>
    </FormDialog>
  )
}

function nameOf({ first_name, last_name }: User): string {
  return markHidden(`${first_name} ${last_name}`)
}

interface TitlesFormProps {
  user: User
  groupId: number
  titles: readonly TitleReply[]
  /** A title to add initially to those that the user has. */
  added: number | undefined
  onDirty(): void
  onSaved(): void
  onCancel(): void
}

function TitlesForm({ user, groupId, titles, added, onDirty, onSaved, onCancel }: TitlesFormProps) {
  const [held, setHeld] = useState(() => heldBy(user.id, titles, added))
  const save = useWriteWithNotices(approvalEndpoints.holdTitles, holdTitlesNotices, { onSuccess: onSaved })
  const offered = titles.filter(({ id, is_active }) => is_active || held.some(({ titleId }) => titleId === id))
  function change(next: Held[]) {
    setHeld(next)
    onDirty()
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    event.stopPropagation()
    const body = held.map(({ titleId, dealershipId }) => ({
      approval_title_id: titleId,
      dealership_id: dealershipId || null,
    }))
    save.mutate({ params: { id: user.id }, body: { titles: body, version: user.version } })
  }
  const [first] = offered
  return (
    <form noValidate className="grid gap-4" onSubmit={submit}>
      {held.length === 0 && <p className="text-ink-soft">{nameOf(user)} has no approval titles.</p>}
      <ul className="grid gap-2">
        {held.map((one, index) => (
          <HeldRow
            key={one.key}
            held={one}
            groupId={groupId}
            titles={offered}
            onChange={(next) => change(held.with(index, next))}
            onRemove={() => change(held.toSpliced(index, 1))}
          />
        ))}
      </ul>
      <div>
        {first ? (
          <Button variant="secondary" size="sm" onClick={() => change([...held, heldTitle(first.id)])}>
            <Plus aria-hidden className="size-4" />
            Add Title
          </Button>
        ) : (
          <p className="text-ink-soft">There are no titles yet. Add one on the Approval Policy screen first.</p>
        )}
      </div>
      {save.error && (
        <p role="alert" className="text-danger">
          {save.error.fields?.titles ?? save.error.message}
        </p>
      )}
      <FormDialogFooter>
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" pending={save.isPending}>
          Save Titles
        </Button>
      </FormDialogFooter>
    </form>
  )
}

interface HeldRowProps {
  held: Held
  groupId: number
  titles: readonly TitleReply[]
  onChange(held: Held): void
  onRemove(): void
}

function HeldRow({ held, groupId, titles, onChange, onRemove }: HeldRowProps) {
  const dealerships = useDealerships().data?.filter(({ dealer_group_id }) => dealer_group_id === groupId) ?? []
  const title = titles.find(({ id }) => id === held.titleId)
  return (
    <li className="flex items-end gap-2">
      <div className="grid min-w-0 flex-1 gap-2 sm:grid-cols-2">
        <Field label="Title">
          <NativeSelect
            className="w-full"
            options={titles.map(({ id, name }) => ({ value: id, label: markHidden(name) }))}
            value={held.titleId}
            onChange={(titleId) => onChange({ ...held, titleId })}
          />
        </Field>
        <Field label="Dealership">
          <NativeSelect
            className="w-full"
            options={[
              { value: 0, label: 'All dealerships in their scope' },
              ...dealerships.map(({ id, name }) => ({ value: id, label: markHidden(name) })),
            ]}
            value={held.dealershipId}
            onChange={(dealershipId) => onChange({ ...held, dealershipId })}
          />
        </Field>
      </div>
      <RowAction icon={Trash2} danger label={`Remove ${title?.name ?? 'the title'}`} onClick={onRemove} />
    </li>
  )
}

function heldBy(userId: number, titles: readonly TitleReply[], added: number | undefined): Held[] {
  const held = titles.flatMap(({ id, holders }) =>
    holders.filter(({ user_id }) => user_id === userId).map(({ dealership_id }) => heldTitle(id, dealership_id ?? 0)),
  )
  return added === undefined || held.some(({ titleId }) => titleId === added) ? held : [...held, heldTitle(added)]
}

function heldTitle(titleId: number, dealershipId = 0): Held {
  return { key: randomHex(8), titleId, dealershipId }
}
