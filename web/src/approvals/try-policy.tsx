import {
  type ListedColumn,
  listedColumns,
  listedConditions,
  listedName,
} from '@check-requests/domain/approvals/conditions.ts'
import { approvalEndpoints } from '@check-requests/domain/approvals/endpoints.ts'
import { tryBody } from '@check-requests/domain/approvals/fields.ts'
import type { TrialReply } from '@check-requests/domain/approvals/replies.ts'
import { payeeTypes } from '@check-requests/domain/check-requests/fields.ts'
import { capitalized } from '@check-requests/domain/check-requests/fields-in-words.ts'
import { type Priority, priorities } from '@check-requests/domain/check-requests/priorities.ts'
import type { DealerGroup } from '@check-requests/domain/organization/fields.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { listWithAnd, ofFields } from '@check-requests/domain/values/lists.ts'
import { centsToDollars, formatDollars } from '@check-requests/domain/values/money.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { z } from 'zod'
import { usePolicyDraft } from '#approvals/api.ts'
import { ruleInWords } from '#approvals/chain-words.ts'
import { StepsAhead } from '#approvals/steps-ahead.tsx'
import { usePolicyChoices } from '#approvals/use-policy-choices.ts'
import { useApi } from '#platform/api-context.tsx'
import { MoneyInput } from '#platform/money-input.tsx'
import { read } from '#platform/query-client.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { ErrorState } from '#ui/feedback/list-states.tsx'
import { Checkbox } from '#ui/form/checkbox.tsx'
import { Input } from '#ui/form/field.tsx'
import { Form, FormField, useZodForm } from '#ui/form/form.tsx'
import { NativeSelect } from '#ui/form/native-select.tsx'
import { Select } from '#ui/form/select.tsx'

type Trial = z.output<typeof tryBody>

interface Values extends Record<ListedColumn, number | null> {
  amount: string
  payee_type: (typeof payeeTypes)[number]
  payee_name_1: string
  priority_level: Priority
  new_payee: boolean
  document_agrees: boolean
  policy: 'draft' | 'in-force'
}

const blank: Values = {
  amount: '',
  ...ofFields(listedColumns, () => null),
  payee_type: 'business',
  payee_name_1: '',
  priority_level: 'normal',
  new_payee: false,
  document_agrees: false,
  policy: 'draft',
}

const payeeOptions = payeeTypes.map((value) => ({ value, label: capitalized(value) ?? value }))
const priorityOptions = priorities.map(({ name, label }) => ({ value: name, label }))

/** Tries the policy on a hypothetical request: its matching rule, steps, and approvers. */
export function TryPolicy({ group }: { group: DealerGroup }) {
  const choices = usePolicyChoices(group.id, false)
  const draft = usePolicyDraft(group.id).data
  const form = useZodForm<z.input<typeof tryBody>, Trial, Values>(tryBody, blank)
  const [asked, ask] = useState<Trial>()
  const trial = useTrial(group.id, asked)
  const hasBoth = draft !== undefined && draft.version > 0 && draft.in_force !== null
  if (!choices || !draft) return null
  const { options } = choices
  return (
    <Card title="Test the Policy" description="Which steps would a request take, and who could approve it?">
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <Form form={form} onSubmit={ask} className="grid grid-cols-2 items-start gap-3">
          <FormField form={form} name="amount" label="Amount" required>
            {({ value, ...field }) => <MoneyInput {...field} value={String(value)} />}
          </FormField>
          <FormField form={form} name="payee_type" label="Payee Type">
            {(field) => <NativeSelect {...field} className="w-full" options={payeeOptions} />}
          </FormField>
          {listedColumns.map((column) => (
            <FormField
              key={column}
              form={form}
              name={column}
              label={listedConditions[column].label}
              required={column === 'purpose_id'}
              className="max-sm:col-span-2"
            >
              {({ value, ...field }) => (
                <Select
                  {...field}
                  searchable
                  value={value ?? null}
                  options={options[listedName(column)]}
                  placeholder={column === 'purpose_id' ? undefined : 'None'}
                />
              )}
            </FormField>
          ))}
          <FormField form={form} name="priority_level" label="Priority" className="max-sm:col-span-2">
            {({ value, ...field }) => (
              <NativeSelect {...field} className="w-full" value={value ?? 'normal'} options={priorityOptions} />
            )}
          </FormField>
          <FormField form={form} name="payee_name_1" label="Payee Name" className="col-span-2">
            {(field) => <Input {...field} autoComplete="off" />}
          </FormField>
          <FormField form={form} name="new_payee" label="Payee" group className="col-span-2">
            {({ value, onChange }) => <Checkbox label="New or changed" checked={value ?? false} onChange={onChange} />}
          </FormField>
          <FormField form={form} name="document_agrees" label="Documents" group className="col-span-2">
            {({ value, onChange }) => (
              <Checkbox label="One agrees with the request" checked={value ?? false} onChange={onChange} />
            )}
          </FormField>
          {hasBoth && (
            <FormField form={form} name="policy" label="Policy" className="col-span-2">
              {({ value, ...field }) => (
                <NativeSelect
                  {...field}
                  className="w-full"
                  value={value ?? 'draft'}
                  options={[
                    { value: 'draft', label: 'Saved draft' },
                    { value: 'in-force', label: 'Policy in force' },
                  ]}
                />
              )}
            </FormField>
          )}
          <div className="col-span-2">
            <Button type="submit" variant="primary" pending={trial.isFetching}>
              Run Test
            </Button>
          </div>
        </Form>
        <div role="status" className="min-w-0">
          {trial.error && <ErrorState message={trial.error.message} onRetry={() => void trial.refetch()} />}
          {trial.data && !trial.error && <TrialResult trial={trial.data} />}
          {!trial.data && !trial.error && (
            <p className="text-ink-soft">
              The steps and their approvers appear here. The test doesn’t create or change any requests.
            </p>
          )}
        </div>
      </div>
    </Card>
  )
}

/** The result of a trial, refetched whenever the policy or the users change. */
function useTrial(groupId: number, asked: Trial | undefined) {
  const api = useApi()
  const body = asked && { ...asked, amount: centsToDollars(asked.amount) }
  return useQuery({
    queryKey: ['organisation', 'approval-policy', groupId, 'trial', body],
    queryFn: read(api, approvalEndpoints.tryPolicy, {
      params: { id: groupId },
      body: body ?? { amount: 0, purpose_id: 0, payee_type: 'business' },
    }),
    enabled: body !== undefined,
    placeholderData: keepPreviousData,
    retry: false,
  })
}

/** The route that a request would take, and why the other rules don't match. */
function TrialResult({ trial: { rule, added, counts, steps, others } }: { trial: TrialReply }) {
  return (
    <div className="grid gap-3">
      <p className="font-medium wrap-anywhere">{markHidden(ruleInWords({ rule, added }))}</p>
      {counts !== undefined && (
        <p className="text-[0.8125rem] text-ink-soft">
          {`Amount used: ${formatDollars(counts)}, which includes this payee’s other requests within seven days.`}
        </p>
      )}
      <StepsAhead steps={steps} />
      {others.length > 0 && (
        <div className="grid gap-1 border-t border-line pt-3 text-[0.8125rem]">
          <p className="text-ink-soft">Why other rules don’t apply</p>
          <ul className="grid gap-0.5">
            {others.map(({ rule: name, because_of }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rules are only shown, and two can have the same name.
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
  if (reasons.length === 0) return 'matches, but a rule above it applies first.'
  return `${listWithAnd(reasons.map((reason) => `the ${reason}`))} ${reasons.length === 1 ? 'doesn’t' : 'don’t'} match.`
}
