import type { BankAccountReply } from '@check-requests/domain/bank/replies.ts'
import { sentences } from '@check-requests/domain/check-requests/refusals.ts'
import type { ListedRequest } from '@check-requests/domain/check-requests/replies.ts'
import { refusalToPrint } from '@check-requests/domain/checks/printing.ts'
import type { CheckReply, PrintRunReply } from '@check-requests/domain/checks/replies.ts'
import { type AccountRight, refusalByAccount, refusalToSign } from '@check-requests/domain/checks/rules.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { listWithAnd } from '@check-requests/domain/values/lists.ts'
import type { Cents } from '@check-requests/domain/values/money.ts'
import type { Person } from '#access/sessions/session-state.ts'
import { stateOf } from '#check-requests/status/request-state.ts'

/** Why the bank account doesn't let this user do something; undefined when it does. */
export function refusalOfAccount(
  right: AccountRight,
  { id, role, audits }: Person,
  { name, people }: BankAccountReply,
) {
  if (audits) return sentences.auditsOnly
  const named = people.map(({ user_id, name, rights }) => ({
    userId: user_id,
    name: markHidden(name),
    rights,
    mostToSign: null,
  }))
  return refusalByAccount(right, { userId: id, role }, { name, people: named })
}

/** Who signs for an account that this user can't sign for: `Denise Carver signs for Operating.` */
export function signersInWords(person: Person, account: BankAccountReply): string | undefined {
  const refusal = refusalOfAccount('sign', person, account)
  const names = account.people.filter(({ rights }) => rights.includes('sign')).map(({ name }) => markHidden(name))
  if (!refusal || person.audits || names.length === 0) return refusal
  return `${listWithAnd(names)} ${names.length === 1 ? 'signs' : 'sign'} for ${markHidden(account.name)}.`
}

/** Why the check of a request can't be printed now, as far as the browser knows. */
export function refusalOfRequest({ id }: Person, account: BankAccountReply, request: ListedRequest) {
  const { name, limit_per_check } = account
  const limitPerCheck = limit_per_check === null ? null : inCents(limit_per_check)
  const printable = { ...stateOf(request), amount: inCents(request.amount), drawsOnIt: true }
  return refusalToPrint(id, { name, limitPerCheck }, printable)
}

type Run = Pick<PrintRunReply, 'id' | 'made_by' | 'settled_by'>

/** Why this user can't sign a check, as far as the browser knows; the server also knows who created its request. */
export function refusalOfCheck(
  person: Person,
  check: CheckReply,
  { account, runs }: { account: BankAccountReply | undefined; runs: readonly Run[] },
): string | undefined {
  if (!account) return undefined
  const byAccount = refusalOfAccount('sign', person, account)
  if (byAccount) return byAccount
  const run = runs.find(({ id }) => id === check.print_run_id)
  const most = account.people.find(({ user_id }) => user_id === person.id)?.most_to_sign ?? null
  return refusalToSign(
    { userId: person.id, approved: false },
    {
      number: check.number,
      amount: inCents(check.amount),
      did: [run?.made_by.id, run?.settled_by?.id]
        .filter((userId) => userId !== undefined)
        .map((userId) => ({ userId, duty: 'settled' as const })),
      signatures: check.signed_by.map(({ id }) => ({ userId: id, approved: false })),
      twoSignersAbove: account.two_signers_above === null ? null : inCents(account.two_signers_above),
      mostToSign: most === null ? null : inCents(most),
    },
  )
}

function inCents(dollars: number): Cents {
  return Math.round(dollars * 100)
}
