import { bankFileEndpoints } from '@check-requests/domain/bank/files/endpoints.ts'
import type { PositivePayList, PositivePayReply } from '@check-requests/domain/bank/files/fields.ts'
import type { Counted } from '@check-requests/domain/bank/positive-pay/answer.ts'
import type { BankAccountReply } from '@check-requests/domain/bank/replies.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { formatDollars } from '@check-requests/domain/values/money.ts'
import { useState } from 'react'
import { may } from '#access/sessions/permissions.ts'
import { usePerson } from '#access/sessions/session-provider.tsx'
import { labelOf, positivePayOptions } from '#bank/accounts/account-words.ts'
import { makeFileNotices } from '#bank/positive-pay/api.ts'
import { DestinationButton, TemplateButton } from '#bank/positive-pay/template-button.tsx'
import { formatMoment } from '#check-requests/list/moments.ts'
import { checkPath } from '#paths.ts'
import { useWriteWithNotices } from '#platform/use-write.ts'
import type { BadgeColor } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Checkbox } from '#ui/form/checkbox.tsx'
import { TextLink } from '#ui/link-button.tsx'
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx'

interface WaitingCardProps {
  account: BankAccountReply
  list: PositivePayList
  /** Why the user can't reconcile the account; undefined when they can. */
  refusal: string | undefined
}

/** The checks not reported to the bank yet, and a button that creates a file. */
export function WaitingCard({ account, list, refusal }: WaitingCardProps) {
  const [asking, setAsking] = useState(false)
  const writesForm = may(usePerson(), 'bank-accounts.write')
  const { waiting, has_template: hasForm } = list
  return (
    <Card
      title="Not Reported to the Bank"
      description={markHidden(`${account.bank_name}, account ending in ${account.account_last4}`)}
      actions={
        <>
          {writesForm && hasForm && <TemplateButton account={account}>File Format</TemplateButton>}
          {writesForm && hasForm && <DestinationButton account={account} />}
          {!refusal && hasForm && waiting > 0 && (
            <Button variant="primary" onClick={() => setAsking(true)}>
              Create File
            </Button>
          )}
        </>
      }
    >
      <div className="grid gap-3">
        <p>{waitingInWords(list)}</p>
        {list.void_rule === 'not told' && list.voids.count > 0 && <p>{unsentVoidsInWords(list.voids.count)}</p>}
        {list.problems.map((problem) => (
          <p key={problem} className="text-danger">
            {problem}
          </p>
        ))}
        {list.held.length > 0 && <HeldChecks held={list.held} />}
        {!hasForm && <NoForm account={account} writesForm={writesForm} />}
        <p className="text-ink-soft">{comparedInWords(account)}</p>
        {refusal && <p className="text-ink-soft">{markHidden(refusal)}</p>}
      </div>
      <MakeQuestion account={account} list={list} asking={asking} onAsk={setAsking} />
    </Card>
  )
}

/** The checks that can't be written to a file, each with the reason and a link to the check. */
function HeldChecks({ held }: Pick<PositivePayList, 'held'>) {
  const count = held.length === 1 ? '1 check' : `${held.length} checks`
  return (
    <section aria-label="Left Out" className="grid gap-2 rounded-md bg-sunken px-3 py-2.5">
      <p>{`${count} can’t be written to a file and will be left out. The other checks don’t wait for them. Change the file format if the bank accepts that, or report these checks on the bank’s website.`}</p>
      <ul className="grid list-disc gap-1 ps-5">
        {held.map(({ id, number, problems }) => (
          <li key={id} className="wrap-anywhere">
            <TextLink to={checkPath(id)}>{`Check ${number}`}</TextLink>
            {markHidden(`: ${problems.map((problem) => problem.replace(`Check ${number}: `, '')).join(' ')}`)}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What to do about voids that the bank isn't told about. */
function unsentVoidsInWords(count: number): string {
  return count === 1
    ? 'This bank doesn’t get reports of voids. Have it stop 1 reported check that you have voided.'
    : `This bank doesn’t get reports of voids. Have it stop ${count} reported checks that you have voided.`
}

function comparedInWords({ positive_pay }: BankAccountReply): string {
  if (positive_pay === 'none')
    return 'Positive pay is off for this account in Bank Accounts. Checks are handed over without waiting for the bank’s response.'
  return `The bank compares: ${labelOf(positivePayOptions, positive_pay).toLowerCase()}. A check can be handed over once the bank has accepted the file that lists it; before that, a second person has to allow it.`
}

/** Shown for an account without a positive-pay template. */
function NoForm({ account, writesForm }: { account: BankAccountReply; writesForm: boolean }) {
  return (
    <div className="grid justify-items-start gap-3 rounded-md bg-sunken px-3 py-2.5">
      <p>
        {writesForm
          ? 'No file can be created yet. First choose the file format that the bank requires. Its treasury services can provide the specification.'
          : 'No file can be created yet because the bank’s file format hasn’t been chosen. Ask an admin to choose it in Bank Accounts.'}
      </p>
      {writesForm && (
        <TemplateButton variant="primary" account={account}>
          Choose Format
        </TemplateButton>
      )}
    </div>
  )
}

interface MakeQuestionProps extends Omit<WaitingCardProps, 'refusal'> {
  asking: boolean
  onAsk(asking: boolean): void
}

/** Asks for confirmation before a file is created, and shows what it will contain. */
function MakeQuestion({ account, list, asking, onAsk }: MakeQuestionProps) {
  const make = useWriteWithNotices(bankFileEndpoints.makePositivePay, makeFileNotices, {
    onSuccess: () => onAsk(false),
  })
  const number = (list.items.find((file) => !file.other_account_ids.includes(account.id))?.number ?? 0) + 1
  const [others, setOthers] = useState<readonly number[]>([])
  const { issues, voids, void_rule: rule, held } = list
  const hasTwo = rule === 'own file' && issues.count > 0 && voids.count > 0
  return (
    <ConfirmDialog
      open={asking}
      onOpenChange={(open) => {
        onAsk(open)
        make.reset()
      }}
      title={hasTwo ? `Create files ${number} and ${number + 1}?` : `Create file ${number}?`}
      text="Then download the file and send it to the bank. Its format and content won’t change: later events go into the next file."
      details={[
        { label: 'Issues', value: countedInWords(issues) },
        { label: 'Voids', value: rule === 'not told' ? 'Not reported to this bank' : countedInWords(voids) },
        ...(held.length > 0
          ? [{ label: 'Left Out', value: held.map((check) => `Check ${check.number}`).join(', ') }]
          : []),
        { label: 'Account', value: markHidden(`${account.name}, ending in ${account.account_last4}`), wide: true },
      ]}
      confirmLabel="Create File"
      danger={false}
      pending={make.isPending}
      error={make.error?.message}
      onConfirm={() => make.mutate({ params: { id: account.id }, body: { with_account_ids: [...others] } })}
    >
      {list.companions.length > 0 && (
        <fieldset className="grid gap-2">
          <legend className="mb-1 font-medium">Also in This File</legend>
          {list.companions.map(({ id, name, ...waits }) => (
            <Checkbox
              key={id}
              label={markHidden(`${name}: ${companionInWords(waits)}`)}
              checked={others.includes(id)}
              onChange={(chosen) => setOthers(chosen ? [...others, id] : others.filter((one) => one !== id))}
            />
          ))}
        </fieldset>
      )}
    </ConfirmDialog>
  )
}

function countedInWords({ count, total }: Counted): string {
  if (count === 0) return 'None'
  return `${count === 1 ? '1 check' : `${count} checks`}, ${formatDollars(total)}`
}

function companionInWords({ issues, voids }: Pick<PositivePayList, 'issues' | 'voids'>): string {
  return [
    ...(issues.count > 0 ? [`${issuedChecks(issues.count)}, ${formatDollars(issues.total)}`] : []),
    ...(voids.count > 0 ? [`${voidChecks(voids.count)}, ${formatDollars(voids.total)}`] : []),
  ].join('; ')
}

/** A sentence about the checks not yet reported to the bank. */
export function waitingInWords({
  issues,
  voids,
  void_rule,
  items,
}: Pick<PositivePayList, 'issues' | 'voids' | 'void_rule' | 'items'>): string {
  const parts = [
    ...(issues.count === 0 ? [] : [`${issuedChecks(issues.count)} totaling ${formatDollars(issues.total)}`]),
    ...(voids.count === 0 || void_rule === 'not told'
      ? []
      : [`${voidChecks(voids.count)} totaling ${formatDollars(voids.total)}`]),
  ]
  if (parts.length === 0 && items.length === 0) return 'There are no signed checks to report to the bank yet.'
  if (parts.length === 0) return allNotices(items.filter(({ answer }) => answer === null).length)
  return `Not reported to the bank yet: ${parts.join(' and ')}.`
}

function allNotices(open: number): string {
  const all = 'All signed checks and voids are in a file'
  if (open === 0) return `${all}, and the bank has answered every file.`
  return `${all}. ${open === 1 ? 'One file is' : `${open} files are`} waiting for the bank’s response.`
}

function issuedChecks(count: number): string {
  return count === 1 ? '1 signed check' : `${count} signed checks`
}

function voidChecks(count: number): string {
  return count === 1 ? '1 void' : `${count} voids`
}

/** The status of a file. */
export function stateOfFile({ fetched_at, answer, transmission, acknowledgment }: PositivePayReply): {
  word: string
  color: BadgeColor
} {
  if (answer === 'accepted') return { word: 'Accepted', color: 'green' }
  if (answer === 'refused') return { word: 'Refused', color: 'red' }
  if (acknowledgment?.says === 'refused') return { word: 'Refusal to record', color: 'red' }
  if (acknowledgment?.says === 'accepted') return { word: 'Answer to record', color: 'blue' }
  if (transmission === 'failed') return { word: 'Not sent', color: 'red' }
  if (transmission === 'unknown') return { word: 'Ask the bank', color: 'red' }
  if (transmission === 'waiting' || transmission === 'sending') return { word: 'To send', color: 'blue' }
  if (transmission === 'sent') return { word: 'Waiting for the bank', color: 'orange' }
  return fetched_at === null
    ? { word: 'To download', color: 'blue' }
    : { word: 'Waiting for the bank', color: 'orange' }
}

/** Where the transmission of a file stands; undefined for files that are sent by hand. */
function transmissionInWords(file: PositivePayReply): string | undefined {
  const { transmission, transmission_problem: problem, transmission_at: at } = file
  if (transmission === null || at === null) return undefined
  if (transmission === 'sent') return `Sent to the bank ${formatMoment(at)}`
  if (transmission === 'failed') return `Couldn’t be sent: ${markHidden(problem ?? '')}`
  if (transmission === 'unknown')
    return `Sending was interrupted ${formatMoment(at)}: ${markHidden(problem ?? '')} Ask the bank whether it has this file.`
  if (problem === null) return 'Will be sent within a minute'
  return `Couldn’t be sent yet: ${markHidden(problem)} The next attempt is ${formatMoment(at)}`
}

/** What the bank's answer to a file says; undefined if the bank sends none. */
function acknowledgmentInWords({ acknowledgment, answer, transmission }: PositivePayReply, readsAnswers: boolean) {
  if (!acknowledgment)
    return readsAnswers && answer === null && transmission === 'sent' ? 'No answer from the bank yet' : undefined
  const { says, text, read_at } = acknowledgment
  const quoted = text === '' ? '' : `: ${markHidden(text)}`
  if (says === 'accepted') return `The bank’s answer of ${formatMoment(read_at)} accepts the file${quoted}`
  if (says === 'refused') return `The bank’s answer of ${formatMoment(read_at)} refuses the file${quoted}`
  return `The bank’s answer of ${formatMoment(read_at)} doesn’t say whether it accepts the file${quoted}`
}

/** The history of a file in order. */
export function storyOf(file: PositivePayReply, readsAnswers = false): string[] {
  const { other_account_ids, made_by, made_at, fetched_at, answer, answered_by, answered_at, reason } = file
  const shared = other_account_ids.length > 0 ? `, with checks of ${other_account_ids.length + 1} accounts` : ''
  const made = `Created ${formatMoment(made_at)} by ${markHidden(made_by.name)}${shared}`
  const downloaded = fetched_at === null ? 'Not downloaded yet' : `First downloaded ${formatMoment(fetched_at)}`
  const fetched = transmissionInWords(file) ?? downloaded
  const lines = [made, fetched, acknowledgmentInWords(file, readsAnswers)].filter((line) => line !== undefined)
  if (!(answer && answered_by && answered_at)) return lines
  const answered = `${formatMoment(answered_at)} by ${markHidden(answered_by.name)}`
  if (answer === 'accepted') return [...lines, `Accepted, recorded ${answered}`]
  return [...lines, `Refused, recorded ${answered}: ${markHidden(reason ?? '')}`]
}
