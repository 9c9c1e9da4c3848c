import { actWhenConfirmed } from '@check-requests/domain/checks/entered/rules.ts'
import type { HandOverException } from '@check-requests/domain/checks/fields.ts'
import { refusalAt, stateAfter } from '@check-requests/domain/checks/lifecycle.ts'
import type { CheckReply, WholeCheckReply } from '@check-requests/domain/checks/replies.ts'
import { stopOn } from '@check-requests/domain/checks/rules.ts'
import { formatDate, localToday } from '@check-requests/domain/values/calendar-date.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import type { ReactNode } from 'react'
import { exceptionInWords, requestChoices } from '#checks/detail/dialog-words.ts'
import { checkRequestPath } from '#paths.ts'
import { NewTabLink } from '#ui/link-button.tsx'

/** Notes about what a check is waiting for, and why actions aren't possible. */
export function WaitingNotes({ check, refusals }: { check: WholeCheckReply; refusals: readonly string[] }) {
  const waits = check.state === stateAfter('stop') && check.stop_number === null
  return (
    <>
      {check.void_asked && <VoidAsked check={check} asked={check.void_asked} />}
      {check.exception && refusalAt('issue', check) === undefined && <ExceptionAsked exception={check.exception} />}
      {actWhenConfirmed(check) && (
        <Note title="Waiting for a second person">
          <p>
            {markHidden(check.entered_by?.name ?? 'Another user')} entered this check. It takes effect once another
            person compares it with the paper check and confirms it.
          </p>
        </Note>
      )}
      {check.clearing?.undo_asked && (
        <Note title="Waiting for a second person">
          <p className="text-base">
            {markHidden(check.clearing.undo_asked.by.name)} wants to undo the clearing of this check:{' '}
            {markHidden(check.clearing.undo_asked.reason)}
          </p>
        </Note>
      )}
      {waits && (
        <Note title="Waiting for the bank">
          <p>
            The bank hasn’t confirmed the stop yet. The request isn’t paid again until the bank’s confirmation number is
            entered.
            {check.signed_by.length > 0 && ' A person who didn’t print, sign, or stop the check must enter it.'}
          </p>
        </Note>
      )}
      <LapsingStop check={check} />
      {refusals.map((refusal) => (
        <p key={refusal} className="rounded-lg border border-line bg-surface px-4 py-3 sm:px-5">
          {markHidden(refusal)}
        </p>
      ))}
    </>
  )
}

/** A note that a stop payment expires soon, or that the bank can pay the check again. */
function LapsingStop({ check: { state, stop_lapses_on } }: { check: CheckReply }) {
  if (state !== stateAfter('stop') || stop_lapses_on === null) return null
  const stands = stopOn(stop_lapses_on, localToday(new Date()))
  if (stands === 'holds') return null
  const day = formatDate(stop_lapses_on)
  return stands === 'lapsed' ? (
    <Note title="The stop has expired">
      <p>
        {`The stop expired on ${day}, so the bank can pay this check. Have the bank renew the stop, and enter the new number.`}
      </p>
    </Note>
  ) : (
    <Note title="The stop expires soon">
      <p>
        {`Starting ${day}, the bank can pay this check. Ask the bank to renew the stop first, and enter the new number.`}
      </p>
    </Note>
  )
}

/** Who requested the void and why, for the person who has to approve it. */
function VoidAsked({ check, asked }: { check: CheckReply; asked: NonNullable<CheckReply['void_asked']> }) {
  const becomes = requestChoices.find(({ value }) => value === asked.request_status)?.label
  return (
    <Note title="Waiting for a second person">
      <p className="text-base">
        {markHidden(asked.by.name)} wants to void this check: {markHidden(asked.reason)}
      </p>
      {becomes && <p>Once voided: {becomes}</p>}
      {check.check_request_id !== null && (
        <p>
          <NewTabLink to={checkRequestPath(check.check_request_id)} search={{ document: String(asked.attachment_id) }}>
            View the picture of the defaced check
          </NewTabLink>
        </p>
      )}
    </Note>
  )
}

/** A requested exception, and whether another person has allowed it. */
function ExceptionAsked({ exception }: { exception: HandOverException }) {
  const { by, reason, allowed, refused } = exception
  return (
    <Note title={titleOf(exception)}>
      <p className="text-base">
        {markHidden(by.name)} requested an exception: {markHidden(reason)}
      </p>
      <p>{markHidden(exceptionInWords(exception))}</p>
      {allowed && <p>{markHidden(allowed.by.name)} allowed the exception, so the check can be handed over.</p>}
      {refused && (
        <p>
          {markHidden(refused.by.name)} refused the exception: {markHidden(refused.reason)}
        </p>
      )}
    </Note>
  )
}

function titleOf({ allowed, refused }: HandOverException): string {
  if (refused) return 'Exception declined'
  return allowed ? 'Exception allowed' : 'Exception waiting for a second person'
}

function Note({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="grid gap-1 rounded-lg border border-yellow bg-yellow-soft px-4 py-3 sm:px-5">
      <h2 className="text-base font-semibold text-yellow">{title}</h2>
      {children}
    </section>
  )
}
