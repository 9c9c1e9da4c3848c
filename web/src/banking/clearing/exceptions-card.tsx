import type { ClearingReply, ExceptionReply } from '@check-requests/domain/banking/files/fields.ts'
import type { BankAccountReply } from '@check-requests/domain/banking/replies.ts'
import { lazy } from 'react'
import { useExceptions } from '#banking/clearing/api.ts'
import { exceptionColumns } from '#banking/clearing/exception-columns.tsx'
import { choiceValue, useUrlState } from '#platform/url-state.ts'
import { useLoadFailure } from '#platform/use-load-failure.ts'
import { Card } from '#ui/card.tsx'
import { DataTable } from '#ui/data-table.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { NativeSelect } from '#ui/native-select.tsx'
import { useDialogFor } from '#ui/use-dialog-for.tsx'
import { usePortion } from '#ui/use-portion.ts'

const ResolveDialog = lazy(async () => ({
  default: (await import('#banking/clearing/resolve-dialog.tsx')).ResolveDialog,
}))

const address = { exceptions: choiceValue(['open', 'resolved'], 'open') }
const mostListed = 200

const choices = [
  { value: 'open', label: 'Open' },
  { value: 'resolved', label: 'Resolved' },
] as const

const empty = {
  open: 'Nothing has to be looked into: all that the bank paid is in the register as it is.',
  resolved: 'No exception was resolved yet.',
}

/** What somebody has to look into, or has looked into, of what the bank paid. */
export function ExceptionsCard({ account, clearing }: { account: BankAccountReply; clearing: ClearingReply }) {
  const [{ exceptions: state }, change] = useUrlState(address)
  const query = useExceptions(account.id, state)
  const { error, onRetry } = useLoadFailure(query)
  const { shown, more } = usePortion(query.data)
  const resolve = useDialogFor<ExceptionReply>(ResolveDialog)
  return (
    <Card
      title="Exceptions"
      description="Payments of the bank that are not as the register has them, the newest first."
      actions={
        <NativeSelect<'open' | 'resolved'>
          aria-label="Exceptions that are shown"
          options={choices}
          value={state}
          onChange={(exceptions) => change({ exceptions })}
        />
      }
      flush
    >
      <DataTable
        caption={`${state === 'open' ? 'Open' : 'Resolved'} exceptions`}
        columns={exceptionColumns(clearing.refusal === null, resolve.openFor)}
        rows={shown}
        rowKey={({ id }) => id}
        rowVersion={({ version }) => version}
        error={error}
        onRetry={onRetry}
        empty={<EmptyState text={empty[state]} />}
        more={more}
        skeletonRows={3}
      />
      {query.data?.length === mostListed && (
        <p className="border-t border-line px-4 py-3 text-ink-soft sm:px-5">{`The newest ${mostListed} are listed.`}</p>
      )}
      {resolve.dialog}
    </Card>
  )
}
