import type { BankAccountReply } from '@check-requests/domain/bank/replies.ts'
import { checkEndpoints } from '@check-requests/domain/checks/endpoints.ts'
import type { CheckReply } from '@check-requests/domain/checks/replies.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { usePerson } from '#access/sessions/session-provider.tsx'
import { refusalOfAccount, refusalOfCheck, signersInWords } from '#checks/account-rules.ts'
import { useChecksToSign, useOpenAccounts, useRunsOfAccounts, useSigningRefusals } from '#checks/api.ts'
import { ChosenBar, checkColumns, chooseColumn, leftOutInWords, MarkedChecks } from '#checks/chosen-checks.tsx'
import { RequestsOfCheck } from '#checks/register/check-state.tsx'
import type { ReplyOf } from '#platform/call.ts'
import { useWriteWithNotices, type WriteNotices } from '#platform/use-write.ts'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/feedback/list-states.tsx'
import { type Column, DataTable } from '#ui/table/data-table.tsx'
import { SelectAllBox, SelectionProvider, useSelection } from '#ui/table/row-selection.tsx'

/** Printed checks that need signatures. The user can confirm many of their own signatures together. */
export function SignChecks() {
  const person = usePerson()
  const { accounts = [] } = useOpenAccounts()
  const runs = useRunsOfAccounts(accounts)
  const { checks, failure, more } = useChecksToSign()
  const accountOf = (check: CheckReply) => accounts.find(({ id }) => id === check.bank_account_id)
  const refusals = useSigningRefusals()
  const refusalOf = (check: CheckReply) => {
    const account = accountOf(check)
    if (account && refusalOfAccount('sign', person, account)) return 'You can’t sign for this account.'
    return refusals.get(check.id) ?? refusalOfCheck(person, check, { account, runs })
  }
  const canSign = (check: CheckReply) => refusalOf(check) === undefined
  const selection = useSelection({ rows: checks, rowKey: ({ id }) => id, isMeant: canSign, about: '' })
  const sign = useWriteWithNotices(checkEndpoints.sign, signNotices, { onSuccess: selection.clear })
  const chosen = selection.rows.filter(canSign)
  return (
    <Card title="Checks Waiting for Signatures" flush>
      <SelectionProvider value={selection}>
        <Signers accounts={accounts.filter(({ id }) => checks?.some((check) => check.bank_account_id === id))} />
        <div className="px-4 pb-3 sm:hidden">
          <SelectAllBox label="Select all shown" />
        </div>
        <div className="[&_tbody_tr:has(.select-column_:checked)]:bg-accent-soft">
          <MarkedChecks checks={checks} requestsOf={requestsOf}>
            <DataTable
              caption="Checks to sign"
              columns={columnsToSign({ accountOf, refusalOf, hasAccounts: accounts.length > 1 })}
              rows={checks}
              rowKey={({ id }) => id}
              rowVersion={({ version }) => version}
              {...failure}
              empty={<EmptyState text="No checks are waiting for a signature." />}
              more={more}
              skeletonRows={4}
            />
          </MarkedChecks>
        </div>
      </SelectionProvider>
      {checks && checks.length > 0 && (
        <ChosenBar
          chosen={chosen}
          lost={selection.lost}
          choose="Choose the checks that you have signed."
          act="Confirm Signatures"
          pending={sign.isPending}
          failure={sign.error?.message}
          leftOut={sign.data?.refused}
          onAct={() => sign.mutate({ body: { check_ids: chosen.map(({ id }) => id) } })}
        />
      )}
    </Card>
  )
}

/** Who signs the listed checks of accounts that this user can't sign for. */
function Signers({ accounts }: { accounts: readonly BankAccountReply[] }) {
  const person = usePerson()
  const sentences = [...new Set(accounts.flatMap((account) => signersInWords(person, account) ?? []))]
  if (sentences.length === 0) return null
  return (
    <div className="grid gap-1 px-4 pb-3 wrap-anywhere sm:px-5">
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </div>
  )
}

type Signed = ReplyOf<typeof checkEndpoints.sign>

const signNotices: WriteNotices<Signed> = {
  done: 'Signatures confirmed',
  failed: 'Couldn’t confirm the signatures',
  detail: signedInWords,
  refreshes: ['check-requests'],
}

function signedInWords({ signed, waiting, refused }: Signed): string {
  const done = signaturesInWords(signed, waiting)
  return refused.length === 0 ? done : `${done} ${leftOutInWords(refused.length)}`
}

function signaturesInWords(signed: number, waiting: number): string {
  const done = signed === 1 ? '1 check is signed' : `${signed} checks are signed`
  const left =
    waiting === 1 ? '1 check is waiting for a second signer' : `${waiting} checks are waiting for a second signer`
  if (waiting === 0) return `${done}.`
  return signed === 0 ? `${left}.` : `${done}, and ${left}.`
}

interface ToSign {
  accountOf(check: CheckReply): BankAccountReply | undefined
  refusalOf(check: CheckReply): string | undefined
  /** True if there is more than one account. */
  hasAccounts: boolean
}

/** The columns for checks that need signatures. */
function columnsToSign({ accountOf, refusalOf, hasAccounts }: ToSign): readonly Column<CheckReply>[] {
  return [
    chooseColumn(({ number }) => `check ${number}`, refusalOf),
    shared.number,
    shared.payee,
    shared.amount,
    shared.risk,
    {
      key: 'signed',
      header: 'Signed By',
      width: 220,
      grows: true,
      tellsInFull: true,
      onCard: 'mark',
      cell: (check) => <Signatures check={check} account={accountOf(check)} refusal={refusalOf(check)} />,
    },
    request,
    shared.dealership,
    ...(hasAccounts ? [shared.accountName] : []),
  ]
}

function Signatures(props: { check: CheckReply; account: BankAccountReply | undefined; refusal: string | undefined }) {
  const { check, account, refusal } = props
  const names = check.signed_by.map(({ name }) => markHidden(name)).join(', ')
  const most = account?.two_signers_above ?? null
  const waits = most !== null && check.amount > most
  return (
    <>
      {names || (waits ? 'Two signers needed' : 'No one yet')}
      {names && waits && <span className="text-ink-soft">, waiting for a second signer</span>}
      {refusal && (
        <p className="row-note" title={refusal}>
          {refusal}
        </p>
      )}
    </>
  )
}

const request: Column<CheckReply> = {
  key: 'request',
  header: 'Request #',
  width: 160,
  givesWay: 2,
  cell: (check) => <RequestsOfCheck check={check} />,
}

const requestsOf = ({ check_request_ids: ids }: CheckReply) => ids
const shared = checkColumns(requestsOf)
