import { auditorEndpoints as endpoints } from '@check-requests/domain/people/auditors/endpoints.ts'
import {
  type AuditorReply,
  refusalToConfirm,
  stateAfterConfirming,
  stateAfterEnding,
} from '@check-requests/domain/people/auditors/fields.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { usePerson } from '#access/sessions/session-provider.tsx'
import { formatMoment } from '#check-requests/list/moments.ts'
import { GroupSelect, useChosenGroup } from '#organization/chosen-group.tsx'
import { useApi } from '#platform/api-context.tsx'
import { useLoadFailure } from '#platform/load-failures.ts'
import { listFreshness, read } from '#platform/query-client.ts'
import { useWriteWithNotices, type WriteNotices } from '#platform/use-write.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { ErrorState } from '#ui/feedback/list-states.tsx'
import { ReasonButton } from '#ui/feedback/reason-button.tsx'
import { Field } from '#ui/form/field.tsx'
import { NativeSelect } from '#ui/form/native-select.tsx'
import { PageHeader } from '#ui/page-header.tsx'

/** The auditors of a dealer group, who can read everything and change nothing. */
export function AdminAuditorsScreen() {
  const chosenGroup = useChosenGroup()
  const { list, chosen } = chosenGroup
  const { error, onRetry } = useLoadFailure(list)
  return (
    <>
      <PageHeader
        title="Auditors"
        subtitle="People who can read everything in a dealer group and change nothing."
        actions={<GroupSelect {...chosenGroup} />}
      />
      {error && (
        <Card flush>
          <ErrorState message={error} onRetry={onRetry} />
        </Card>
      )}
      {chosen && <AuditorCard key={chosen.id} groupId={chosen.id} />}
    </>
  )
}

/** A dealer group's auditors: one admin requests the start or end of access, and another admin confirms the request. */
export function AuditorCard({ groupId }: { groupId: number }) {
  const { data } = useAuditors()
  if (!data) return null
  const auditors = data.auditors.filter(({ dealer_group_id }) => dealer_group_id === groupId)
  const candidates = data.candidates.filter(({ dealer_group_id }) => dealer_group_id === groupId)
  return (
    <Card
      title="Auditors"
      description="Auditors can view the register, case files, and the audit trail, and draw samples of checks. They can’t change anything, whatever their role."
    >
      <ul aria-label="Auditors" className="grid divide-y divide-line">
        {auditors.map((auditor) => (
          <Auditor key={auditor.id} auditor={auditor} />
        ))}
      </ul>
      {auditors.length === 0 && <p className="text-ink-soft">This dealer group has no auditors.</p>}
      <NewAuditor candidates={candidates} />
    </Card>
  )
}

function Auditor({ auditor }: { auditor: AuditorReply }) {
  const { id, version, user, state, asked_by, asked_at, confirmed_by, confirmed_at } = auditor
  const userId = usePerson().id
  const confirm = useWriteWithNotices(endpoints.confirm, auditorNotices.confirm)
  const end = useWriteWithNotices(endpoints.end, auditorNotices.end)
  const asked = { auditorId: user.id, askedById: asked_by.id }
  const input = { params: { id }, body: { version } }
  const sentence =
    state === 'active' && confirmed_by && confirmed_at
      ? `Auditor since ${formatMoment(confirmed_at)}, confirmed by ${confirmed_by.name}.`
      : `${asked_by.name} requested ${state === 'ending' ? 'the end of access' : 'access'} on ${formatMoment(asked_at)}. Another admin must confirm the change.`
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2.5 first:pt-0">
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-medium wrap-anywhere">{markHidden(user.name)}</p>
        <p className="text-ink-soft">{markHidden(sentence)}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        {stateAfterConfirming(state) && (
          <ReasonButton
            aria-label={`Confirm ${user.name}`}
            pending={confirm.isPending}
            refusal={refusalToConfirm(userId, asked)}
            onClick={() => confirm.mutate(input)}
          >
            Confirm
          </ReasonButton>
        )}
        {stateAfterEnding(state) && (
          <Button
            variant="secondary"
            aria-label={`End Access for ${user.name}`}
            pending={end.isPending}
            onClick={() => end.mutate(input)}
          >
            End Access
          </Button>
        )}
      </div>
    </li>
  )
}

interface NewAuditorProps {
  candidates: readonly { id: number; name: string }[]
}

function NewAuditor({ candidates }: NewAuditorProps) {
  const [chosen, choose] = useState(0)
  const create = useWriteWithNotices(endpoints.create, auditorNotices.create, { onSuccess: () => choose(0) })
  const options = [
    { value: 0, label: 'Choose a user' },
    ...candidates.map(({ id, name }) => ({ value: id, label: name })),
  ]
  return (
    <div className="mt-4 flex flex-wrap items-end gap-3">
      <Field
        label="New Auditor"
        hint="An admin, approver, or processor with access to the whole dealer group."
        className="min-w-0 flex-1 basis-64"
        error={create.error?.fields?.user_id ?? create.error?.message}
      >
        <NativeSelect className="w-full" options={options} value={chosen} onChange={(id) => choose(Number(id))} />
      </Field>
      <ReasonButton
        variant="secondary"
        pending={create.isPending}
        refusal={chosen === 0 ? 'Choose a user first.' : undefined}
        onClick={() => create.mutate({ body: { user_id: chosen } })}
      >
        Request Access
      </ReasonButton>
    </div>
  )
}

/** The auditors, pending requests, and eligible users. */
function useAuditors() {
  const queryFn = read(useApi(), endpoints.list, {})
  return useQuery({ queryKey: ['organisation', 'auditors'], queryFn, ...listFreshness })
}

const refreshes = ['organisation'] as const

const auditorNotices = {
  create: { done: 'Auditor access requested', failed: 'Couldn’t request auditor access', refreshes },
  confirm: { done: 'Change confirmed', failed: 'Couldn’t confirm this change', refreshes },
  end: { done: 'End of auditor access requested', failed: 'Couldn’t request the end of auditor access', refreshes },
} satisfies Record<string, WriteNotices>
