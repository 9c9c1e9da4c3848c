import { stockEndpoints } from '@check-requests/domain/banking/stock/endpoints.ts'
import type { StockBoxReply } from '@check-requests/domain/banking/stock/fields.ts'
import { refusalToCount } from '@check-requests/domain/banking/stock/rules.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { lazy, useState } from 'react'
import { boxNotices } from '#banking/stock/box-notices.ts'
import { boxName } from '#banking/stock/box-words.ts'
import { useWriteWithNotices } from '#platform/use-write-with-notices.ts'
import { usePerson } from '#sessions/session-provider.tsx'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { ReasonButton } from '#ui/reason-button.tsx'
import { useDialogFor } from '#ui/use-dialog-for.tsx'

const CountBox = lazy(async () => ({ default: (await import('#banking/stock/count-box-dialog.tsx')).CountBoxDialog }))

/** What can be done with a box of checks. */
export function BoxActs({ box }: { box: StockBoxReply }) {
  const [asked, ask] = useState<'use' | 'discard' | null>(null)
  const count = useDialogFor<StockBoxReply>(CountBox)
  const { id: userId } = usePerson()
  const handlers = { onSuccess: () => ask(null) }
  const use = useWriteWithNotices(stockEndpoints.use, boxNotices.use, handlers)
  const discard = useWriteWithNotices(stockEndpoints.discard, boxNotices.discard, handlers)
  const { id, version, state, received_by } = box
  const name = boxName(box)
  const call = { params: { id }, body: { version } }
  return (
    <div className="flex flex-wrap gap-2">
      {state === 'received' && (
        <>
          <ReasonButton
            aria-label={`Count ${name}`}
            refusal={refusalToCount(userId, { state, receivedById: received_by?.id ?? null })}
            onClick={() => count.openFor(box)}
          >
            Count
          </ReasonButton>
          <Button variant="secondary" aria-label={`Discard ${name}`} onClick={() => ask('discard')}>
            Discard
          </Button>
        </>
      )}
      {state === 'counted' && (
        <Button variant="secondary" aria-label={`Put in Use ${name}`} onClick={() => ask('use')}>
          Put in Use
        </Button>
      )}
      <ConfirmDialog
        open={asked === 'use'}
        onOpenChange={(open) => ask(open ? 'use' : null)}
        title={`Put ${markHidden(name)} in use?`}
        text={`The next check gets number ${box.next_number}. The box before is put away with what is left in it; numbers between a box that nobody counted and this one stay in the register as spoiled.`}
        confirmLabel="Put in use"
        danger={false}
        pending={use.isPending}
        error={use.error?.message}
        onConfirm={() => use.mutate(call)}
      />
      <ConfirmDialog
        open={asked === 'discard'}
        onOpenChange={(open) => ask(open ? 'discard' : null)}
        title={`Discard ${markHidden(name)}?`}
        text="The box was received with wrong numbers. Receive it again as it is."
        confirmLabel="Discard"
        pending={discard.isPending}
        error={discard.error?.message}
        onConfirm={() => discard.mutate(call)}
      />
      {count.dialog}
    </div>
  )
}
