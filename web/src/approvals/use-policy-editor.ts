import { approvalEndpoints } from '@check-requests/domain/approvals/endpoints.ts'
import { policyBody } from '@check-requests/domain/approvals/policy.ts'
import type { DraftReply } from '@check-requests/domain/approvals/replies.ts'
import { useMemo, useState } from 'react'
import { usePolicyDraft } from '#approvals/api.ts'
import { bodyOf, type EditedPolicy, edited } from '#approvals/edited-policy.ts'
import { draftNotices } from '#approvals/write-notices.ts'
import { useWriteWithNotices } from '#platform/use-write-with-notices.ts'

/** Messages by the path of their field, such as `rules.0.name`. */
export type Messages = Readonly<Record<string, string>>

/**
 * The state of the editor: the draft as it was opened, what it has become, and what is wrong with it. Mistakes are told
 * on saving, and from then on with every change.
 */
export function usePolicyEditor(opened: DraftReply, onSaved: () => void, onInvalid: () => void) {
  const [base, setBase] = useState(opened)
  const [policy, setPolicy] = useState(() => edited(opened.policy))
  const [isChecked, setChecked] = useState(false)
  const [refused, setRefused] = useState<Messages>({})
  const [theirs, setTheirs] = useState<DraftReply>()
  const stored = usePolicyDraft(opened.dealer_group_id)
  const body = useMemo(() => bodyOf(policy), [policy])
  const before = useMemo(() => JSON.stringify(bodyOf(edited(base.policy))), [base])
  const wrong = useMemo(() => (isChecked ? mistakesIn(body) : {}), [isChecked, body])
  const save = useWriteWithNotices(approvalEndpoints.saveDraft, draftNotices, {
    onSuccess: onSaved,
    onError({ status, fields }) {
      setRefused(fields ?? {})
      if (fields) onInvalid()
      if (status === 409) void stored.refetch().then(({ data }) => setTheirs(data))
    },
  })
  return {
    policy,
    messages: { ...refused, ...wrong },
    isDirty: !save.isSuccess && JSON.stringify(body) !== before,
    isSaving: save.isPending,
    failure: save.error,
    /** The draft that somebody else has saved meanwhile. */
    theirs,
    base,
    change(next: EditedPolicy) {
      setPolicy(next)
      setRefused({})
    },
    submit() {
      setChecked(true)
      if (Object.keys(mistakesIn(body)).length > 0) return onInvalid()
      const version = base.version || undefined
      save.mutate({ params: { id: opened.dealer_group_id }, body: { ...body, ...(version && { version }) } })
    },
    /** Goes on with the draft of the other person, or with the own one in place of it. */
    settle(keepsOwn: boolean) {
      if (!theirs) return
      setBase(theirs)
      if (!keepsOwn) setPolicy(edited(theirs.policy))
      setTheirs(undefined)
      save.reset()
    },
  }
}

export type PolicyEditing = ReturnType<typeof usePolicyEditor>

function mistakesIn(body: ReturnType<typeof bodyOf>): Messages {
  const issues = policyBody.safeParse(body).error?.issues ?? []
  return Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), message]))
}
