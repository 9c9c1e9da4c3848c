import { checkEndpoints } from '@check-requests/domain/checks/endpoints.ts'
import type { CheckReply } from '@check-requests/domain/checks/replies.ts'
import { usePerson } from '#access/sessions/session-provider.tsx'
import { refusalOfCheck } from '#checks/account-rules.ts'
import { useChecksToSign, useOpenAccounts, useRunsOfAccounts } from '#checks/api.ts'
import { ChosenBar } from '#checks/chosen-bar.tsx'
import { signNotices } from '#checks/signing/api.ts'
import { columnsToSign } from '#checks/signing/sign-columns.tsx'
import { useWriteWithNotices } from '#platform/use-write-with-notices.ts'
import { Card } from '#ui/card.tsx'
import { DataTable } from '#ui/data-table.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { SelectAllBox, SelectionProvider } from '#ui/select-boxes.tsx'
import { useSelection } from '#ui/use-selection.ts'

/** Printed checks that wait for signatures: somebody confirms their own on many of them in one act. */
export function SignChecks() {
  const person = usePerson()
  const { accounts = [] } = useOpenAccounts()
  const runs = useRunsOfAccounts(accounts)
  const { checks, failure, more } = useChecksToSign()
  const accountOf = (check: CheckReply) => accounts.find(({ id }) => id === check.bank_account_id)
  const refusalOf = (check: CheckReply) => refusalOfCheck(person, check, { account: accountOf(check), runs })
  const canSign = (check: CheckReply) => refusalOf(check) === undefined
  const selection = useSelection({ rows: checks, rowKey: ({ id }) => id, isMeant: canSign, about: '' })
  const sign = useWriteWithNotices(checkEndpoints.sign, signNotices, { onSuccess: selection.clear })
  const chosen = selection.rows.filter(canSign)
  return (
    <Card title="Checks That Wait for Signatures" flush>
      <SelectionProvider value={selection}>
        <div className="px-4 pb-3 sm:hidden">
          <SelectAllBox label="Select all shown" />
        </div>
        <div className="[&_tbody_tr:has(.select-column_:checked)]:bg-accent-soft">
          <DataTable
            caption="Checks to sign"
            columns={columnsToSign({ accountOf, refusalOf, hasAccounts: accounts.length > 1 })}
            rows={checks}
            rowKey={({ id }) => id}
            rowVersion={({ version }) => version}
            {...failure}
            empty={<EmptyState text="No check waits for a signature." />}
            more={more}
            skeletonRows={4}
          />
        </div>
      </SelectionProvider>
      {checks && checks.length > 0 && (
        <ChosenBar
          chosen={chosen}
          lost={selection.lost}
          choose="Choose the checks that you have signed."
          act="I Have Signed These"
          pending={sign.isPending}
          failure={sign.error?.message}
          onAct={() => sign.mutate({ body: { check_ids: chosen.map(({ id }) => id) } })}
        />
      )}
    </Card>
  )
}
