import { approvalEndpoints } from '@check-requests/domain/approvals/endpoints.ts'
import type { DraftReply } from '@check-requests/domain/approvals/replies.ts'
import { useState } from 'react'
import { discardNotices } from '#approvals/write-notices.ts'
import { useWriteWithNotices } from '#platform/use-write-with-notices.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'

/** Throws the draft away, after a question. */
export function DiscardDraft({ draft: { dealer_group_id: id, version, in_force } }: { draft: DraftReply }) {
  const [asks, ask] = useState(false)
  const discard = useWriteWithNotices(approvalEndpoints.discardDraft, discardNotices)
  return (
    <>
      <Button variant="secondary" pending={discard.isPending} onClick={() => ask(true)}>
        Discard Draft
      </Button>
      <ConfirmDialog
        open={asks}
        onOpenChange={ask}
        title="Discard the draft?"
        text={
          in_force === null
            ? 'What was written so far is gone from this screen. The audit trail keeps it.'
            : 'The policy in force stays as it is, and the next draft begins from it. The audit trail keeps what was written.'
        }
        confirmLabel="Discard"
        cancelLabel="Keep it"
        onConfirm={() => discard.mutate({ params: { id }, body: { version } })}
      />
    </>
  )
}
