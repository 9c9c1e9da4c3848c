import type { Hurry } from '@check-requests/domain/approvals/policy.ts'
import type { PolicyReply } from '@check-requests/domain/approvals/replies.ts'
import { onlyAdds } from '@check-requests/domain/approvals/routing.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import {
  approversInWords,
  conditionsInWords,
  everythingElse,
  hurryInWords,
  type NameOf,
  type ReadStep,
  stepInWords,
} from '#approvals/policy-words.ts'
import { WarningList } from '#ui/feedback/warning-list.tsx'

interface PolicyReadProps {
  policy: PolicyReply
  nameOf: NameOf
}

/** A policy in plain sentences: its rules in order, everything else, and who helps out. */
export function PolicyRead({ policy: { rules, otherwise, fallback }, nameOf }: PolicyReadProps) {
  return (
    <div className="grid gap-3">
      {rules.length > 0 && (
        <p className="text-ink-soft">
          The first rule that fits decides.
          {rules.some(onlyAdds) && ' A rule about priorities adds its steps to those of another rule.'}
        </p>
      )}
      <ol className="grid divide-y divide-line">
        {rules.map(({ name, conditions, steps, hurry }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rules are only shown, and two can have one name.
          <li key={index} className="grid grid-cols-[1.75rem_minmax(0,1fr)] gap-y-1 py-3 first:pt-0">
            <span className="text-ink-soft tabular-nums">{index + 1}.</span>
            <div className="grid gap-1">
              <h4 className="font-semibold wrap-anywhere">{markHidden(name)}</h4>
              <p className="wrap-anywhere">{conditionsInWords(conditions, nameOf)}</p>
              <Steps steps={steps} nameOf={nameOf} />
              <HurriedUp hurry={hurry} nameOf={nameOf} />
            </div>
          </li>
        ))}
        <li className="grid grid-cols-[1.75rem_minmax(0,1fr)] py-3 first:pt-0 last:pb-0">
          <span aria-hidden />
          <div className="grid gap-1">
            <h4 className="font-semibold">{rules.length > 0 ? everythingElse : 'Every request'}</h4>
            <Steps steps={otherwise.steps} nameOf={nameOf} />
            <HurriedUp hurry={otherwise.hurry} nameOf={nameOf} />
          </div>
        </li>
      </ol>
      <p className="text-ink-soft">
        Where a step has too few people, {approversInWords(fallback, nameOf)} can approve it as well.
      </p>
    </div>
  )
}

function HurriedUp({ hurry, nameOf }: { hurry: Hurry | undefined; nameOf: NameOf }) {
  if (!hurry) return null
  return <p className="text-[0.8125rem] wrap-anywhere text-ink-soft">{markHidden(hurryInWords(hurry, nameOf))}</p>
}

function Steps({ steps, nameOf }: { steps: readonly ReadStep[]; nameOf: NameOf }) {
  return (
    <ol className="grid gap-0.5 text-[0.8125rem]">
      {steps.map((step, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: steps are only shown, and two can have one name.
        <li key={index} className="wrap-anywhere">
          {steps.length > 1 && <span className="text-ink-soft">{`Step ${index + 1}, `}</span>}
          {markHidden(step.name)}: {stepInWords(step, nameOf)}.
        </li>
      ))}
    </ol>
  )
}

type Rule = PolicyReply['rules'][number]

/** What differs between two policies, rule by rule: a sentence each, none when they say the same. */
export function changesBetween(before: PolicyReply | undefined, after: PolicyReply): string[] {
  const known = before?.rules ?? []
  const added = after.rules.filter((rule) => !find(known, rule)).map(({ name }) => `Adds the rule “${name}”.`)
  const removed = known.filter((rule) => !find(after.rules, rule)).map(({ name }) => `Removes the rule “${name}”.`)
  const changed = after.rules
    .filter((rule) => find(known, rule) && !isSame(find(known, rule), rule))
    .map(({ name }) => `Changes the rule “${name}”.`)
  const isMoved = orderOf(known, after.rules) !== orderOf(after.rules, known)
  return [
    ...added,
    ...changed,
    ...removed,
    ...(isMoved ? ['Changes the order of the rules.'] : []),
    ...(isSame(before?.otherwise, after.otherwise) ? [] : ['Changes the steps of everything else.']),
    ...(isSame(before?.fallback, after.fallback) ? [] : ['Changes who approves where a step has too few people.']),
  ]
}

function find(rules: readonly Rule[], { name }: Rule): Rule | undefined {
  return rules.find((rule) => rule.name === name)
}

/** The order of those rules that both policies have. */
function orderOf(rules: readonly Rule[], others: readonly Rule[]): string {
  return JSON.stringify(rules.filter((rule) => find(others, rule)).map(({ name }) => name))
}

// The server writes both in the same order of fields.
function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** What is doubtful about a policy; it can be published all the same. */
export function PolicyWarnings({ warnings }: { warnings: readonly string[] }) {
  return <WarningList warnings={warnings.map(markHidden)} />
}
