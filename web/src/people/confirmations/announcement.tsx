import { confirmationEndpoints } from '@check-requests/domain/people/confirmations/endpoints.ts'
import { useConfirmations } from '#people/confirmations/api.ts'
import { useWrite } from '#platform/use-write.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'

/** Tells admins who were there before, until they have read it, that changes of accounts wait now. */
export function ConfirmationAnnouncement() {
  const { data } = useConfirmations()
  const dismiss = useWrite(confirmationEndpoints.dismiss, { refreshes: ['users'] })
  if (!data?.announced) return null
  return (
    <Card
      title="New: A Second Person Confirms Accounts"
      actions={
        <Button variant="secondary" size="sm" pending={dismiss.isPending} onClick={() => dismiss.mutate({})}>
          Got it
        </Button>
      }
    >
      <p>
        From now on, new approvers, processors and admins, their new roles, wider scopes and reset passwords wait until
        a second admin, a super admin or an approver has confirmed them. Accounts that were here before go on as they
        are. A super admin can switch this off for a dealer group.
      </p>
    </Card>
  )
}
