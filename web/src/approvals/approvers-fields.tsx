import type { PolicyReply } from '@check-requests/domain/approvals/replies.ts'
import { type PolicyChoices, withChosen } from '#approvals/use-policy-choices.ts'
import type { Messages } from '#approvals/use-policy-editor.ts'
import { Field } from '#ui/field.tsx'
import { MultiSelect } from '#ui/multi-select.tsx'
import { RadioGroup } from '#ui/radio.tsx'

type Approvers = PolicyReply['fallback']

interface ApproversFieldsProps {
  approvers: Approvers
  path: string
  choices: PolicyChoices
  messages: Messages
  onChange(approvers: Approvers): void
}

const reaches = [
  { value: 'named', label: 'These titles and people' },
  { value: 'anyone', label: 'Any approver in scope' },
] as const

/** Who can approve: any approver whose scope covers the request, or holders of titles and named people. */
export function ApproversFields({ approvers, path, choices, messages, onChange }: ApproversFieldsProps) {
  const { anyone_in_scope, approval_title_ids, user_ids } = approvers
  return (
    <div className="grid gap-3">
      <Field label="Who can approve" group>
        <RadioGroup
          options={reaches}
          value={anyone_in_scope ? 'anyone' : 'named'}
          onChange={(reach) => onChange({ user_ids: [], approval_title_ids: [], anyone_in_scope: reach === 'anyone' })}
        />
      </Field>
      {!anyone_in_scope && (
        <div className="grid items-start gap-3 sm:grid-cols-2">
          <Field label="Titles" error={messages[path] ?? messages[`${path}.approval_title_ids`]}>
            <MultiSelect
              options={withChosen(choices, 'title', approval_title_ids)}
              value={approval_title_ids}
              placeholder={choices.options.title.length === 0 ? 'No titles yet' : 'Choose titles'}
              onChange={(ids) => onChange({ ...approvers, approval_title_ids: ids })}
            />
          </Field>
          <Field label="People" error={messages[`${path}.user_ids`]}>
            <MultiSelect
              options={withChosen(choices, 'person', user_ids)}
              value={user_ids}
              placeholder="Choose people"
              onChange={(ids) => onChange({ ...approvers, user_ids: ids })}
            />
          </Field>
        </div>
      )}
    </div>
  )
}
