import type { TrialReply } from '@check-requests/domain/approvals/replies.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { formatDollars } from '@check-requests/domain/values/money.ts'
import { ruleInWords } from '#approvals/chain-words.ts'
import { StepsAhead } from '#approvals/steps-ahead.tsx'

const andFormat = new Intl.ListFormat('en-US')

/** The way that a request would take, and why the other rules say nothing about it. */
export function TrialResult({ trial: { rule, added, counts, steps, others } }: { trial: TrialReply }) {
  return (
    <div className="grid gap-3">
      <p className="font-medium wrap-anywhere">{markHidden(ruleInWords({ rule, added }))}</p>
      {counts !== undefined && (
        <p className="text-[0.8125rem] text-ink-soft">
          {`${formatDollars(counts)} counts: the amount with what this payee gets within seven days.`}
        </p>
      )}
      <StepsAhead steps={steps} />
      {others.length > 0 && (
        <div className="grid gap-1 border-t border-line pt-3 text-[0.8125rem]">
          <p className="text-ink-soft">Why the other rules do not decide</p>
          <ul className="grid gap-0.5">
            {others.map(({ rule: name, because_of }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rules are only shown, and two can have one name.
              <li key={index} className="wrap-anywhere">
                “{markHidden(name)}”: {reasonInWords(because_of)}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}

type Reasons = TrialReply['others'][number]['because_of']

function reasonInWords(reasons: Reasons): string {
  if (reasons.length === 0) return 'it fits too, and a rule above it decides.'
  return `${andFormat.format(reasons.map((reason) => `the ${reason}`))} ${reasons.length === 1 ? 'does' : 'do'} not fit.`
}
