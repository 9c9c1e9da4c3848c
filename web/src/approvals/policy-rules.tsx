import { Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { moved, newRule } from '#approvals/edited-policy.ts'
import { everythingElse } from '#approvals/policy-words.ts'
import { RuleEditor } from '#approvals/rule-editor.tsx'
import type { PolicyChoices } from '#approvals/use-policy-choices.ts'
import type { PolicyEditing } from '#approvals/use-policy-editor.ts'
import { Button } from '#ui/button.tsx'

interface PolicyRulesProps {
  editing: PolicyEditing
  choices: PolicyChoices
}

/** The rules in their order; each opens to its fields, and by itself where something is wrong with it. */
export function PolicyRules({ editing: { policy, change, messages }, choices }: PolicyRulesProps) {
  const add = useRef<HTMLButtonElement>(null)
  const [openKeys, setOpenKeys] = useState<ReadonlySet<string>>(new Set())
  const [said, say] = useState('')
  const { rules } = policy
  const wrong = new Set(Object.keys(messages).map((path) => /^rules\.(\d+)/.exec(path)?.[1]))

  // It stays open once it is right again, since somebody is writing in it.
  const closed = rules.filter(({ key }, index) => wrong.has(String(index)) && !openKeys.has(key))
  if (closed.length > 0) setOpenKeys(new Set([...openKeys, ...closed.map(({ key }) => key)]))

  function addRule() {
    const rule = newRule()
    change({ ...policy, rules: [...rules, rule] })
    setOpenKeys(new Set([...openKeys, rule.key]))
    requestAnimationFrame(() => document.getElementById(`rule-${rule.key}`)?.querySelector('input')?.focus())
  }

  function move(index: number, by: -1 | 1) {
    const next = moved(rules, index, by)
    if (next === rules) return
    const focused = document.activeElement
    change({ ...policy, rules: next })
    say(`${rules[index]?.name || 'This rule'} is rule ${index + by + 1} of ${rules.length} now.`)
    // What moves in the document loses the focus.
    requestAnimationFrame(() => focused instanceof HTMLElement && focused.focus())
  }

  function remove(index: number) {
    change({ ...policy, rules: rules.toSpliced(index, 1) })
    say(`${rules[index]?.name || 'The rule'} is removed.`)
    requestAnimationFrame(() => add.current?.focus())
  }

  function toggle(key: string) {
    const next = new Set(openKeys)
    if (!next.delete(key)) next.add(key)
    setOpenKeys(next)
  }

  return (
    <section aria-label="Rules" className="grid grid-cols-1 gap-3">
      <h3 className="font-semibold">Rules</h3>
      {rules.length === 0 && (
        <p className="text-ink-soft">There are no rules yet: every request takes the steps of “{everythingElse}”.</p>
      )}
      <ol className="grid grid-cols-1 gap-2">
        {rules.map((rule, index) => (
          <RuleEditor
            key={rule.key}
            rule={rule}
            place={{ index, count: rules.length }}
            choices={choices}
            messages={messages}
            isOpen={openKeys.has(rule.key)}
            onToggle={() => toggle(rule.key)}
            onChange={(next) => change({ ...policy, rules: rules.with(index, next) })}
            onMove={(by) => move(index, by)}
            onRemove={() => remove(index)}
          />
        ))}
      </ol>
      <div>
        <Button ref={add} variant="secondary" onClick={addRule}>
          <Plus aria-hidden className="size-4" />
          Add Rule
        </Button>
      </div>
      <p role="status" className="sr-only">
        {said}
      </p>
    </section>
  )
}
