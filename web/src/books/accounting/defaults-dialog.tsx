import {
  type ChartReply,
  defaultAccountsBody,
  type LedgerAccount,
} from '@check-requests/domain/books/accounting/chart-fields.ts'
import { accountingEndpoints as endpoints } from '@check-requests/domain/books/accounting/endpoints.ts'
import { capitalized } from '@check-requests/domain/check-requests/fields-in-words.ts'
import type { DealerGroup, Dealership, Purpose } from '@check-requests/domain/organization/fields.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { Plus, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { AccountSelect } from '#books/accounting/account-select.tsx'
import { accountingNotices, useStoredChart } from '#books/accounting/api.ts'
import { useDealerships, usePurposes } from '#organization/api.ts'
import { placeOptions } from '#organization/places.tsx'
import { useLoadFailure } from '#platform/load-failures.ts'
import { useWriteWithNotices } from '#platform/use-write.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/feedback/list-states.tsx'
import { Field } from '#ui/form/field.tsx'
import { FormFailure } from '#ui/form/form.tsx'
import { NativeSelect } from '#ui/form/native-select.tsx'
import { Select } from '#ui/form/select.tsx'
import { FormDialog, FormDialogFooter, UnloadedDialog } from '#ui/overlay/form-dialog.tsx'
import type { DialogFor } from '#ui/overlay/open-dialog.tsx'
import { RowAction } from '#ui/table/row-controls.tsx'

/** Sets the default accounts by purpose, for all dealerships or one. */
export function DefaultsDialog({ subject: group, ...dialog }: DialogFor<DealerGroup>) {
  const query = useStoredChart(group.id)
  const { data: purposes } = usePurposes()
  const { data: all } = useDealerships()
  const failure = useLoadFailure(query)
  const title = `Default Accounts: ${markHidden(group.name)}`
  if (query.data && purposes && all && query.isFetchedAfterMount) {
    const dealerships = all.filter(({ dealer_group_id }) => dealer_group_id === group.id)
    return <Loaded {...dialog} title={title} stored={query.data} choices={{ purposes, dealerships }} />
  }
  return <UnloadedDialog {...dialog} title={title} {...failure} />
}

interface LoadedProps extends Omit<DialogFor<DealerGroup>, 'subject'> {
  title: string
  stored: ChartReply
  choices: DefaultChoices
}

function Loaded({ title, stored, choices, open, onOpenChange }: LoadedProps) {
  const [rows, setRows] = useState(() => stored.defaults.map(rowOf))
  const [dirty, setDirty] = useState(false)
  const [faults, setFaults] = useState<ReadonlyMap<string, string>>(new Map())
  const list = useRef<HTMLDivElement>(null)
  const add = useRef<HTMLButtonElement>(null)
  const save = useWriteWithNotices(endpoints.saveDefaults, accountingNotices.defaults, {
    onSuccess: () => onOpenChange(false),
  })
  function change(next: DefaultRow[]) {
    setDirty(true)
    setFaults(new Map())
    setRows(next)
  }
  function addRow() {
    change([...rows, { key: crypto.randomUUID(), purposeId: null, dealershipId: null, account: null }])
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('fieldset:last-of-type button')?.focus())
  }
  function remove(index: number) {
    change(rows.toSpliced(index, 1))
    requestAnimationFrame(() => add.current?.focus())
  }
  function submit() {
    const body = { defaults: rows.map(bodyOf), version: stored.version }
    const checked = defaultAccountsBody.safeParse(body)
    if (checked.success) save.mutate({ params: { id: stored.id }, body: checked.data })
    else setFaults(new Map(checked.error.issues.map(({ path, message }) => [path.join('.'), message])))
  }
  const fault = faults.get('defaults')
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={title}
      description="New accounting lines start with the default account for the request’s purpose. A dealership’s default takes precedence over the default for all dealerships."
      size="lg"
      dirty={dirty && !save.isSuccess}
    >
      <form
        className="grid gap-4"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        {rows.length === 0 && (
          <EmptyState text="No defaults have been added yet. New accounting lines start without an account." />
        )}
        <div ref={list} className="grid gap-4">
          {rows.map((row, index) => (
            <DefaultFields
              key={row.key}
              number={index + 1}
              row={row}
              groupId={stored.id}
              choices={choices}
              faultOf={(field) => faults.get(`defaults.${index}.${field}`)}
              onChange={(changed) => change(rows.with(index, changed))}
              onRemove={() => remove(index)}
            />
          ))}
        </div>
        <div>
          <Button ref={add} variant="secondary" onClick={addRow}>
            <Plus aria-hidden className="size-4" />
            Add Default
          </Button>
        </div>
        <FormFailure failure={fault === undefined ? save.error : { message: fault }} />
        <FormDialogFooter>
          <Button variant="secondary" onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" pending={save.isPending}>
            Save
          </Button>
        </FormDialogFooter>
      </form>
    </FormDialog>
  )
}

function rowOf({ purpose_id, dealership_id, account, account_name }: ChartReply['defaults'][number]): DefaultRow {
  return {
    key: `${purpose_id} ${dealership_id}`,
    purposeId: purpose_id,
    dealershipId: dealership_id,
    account: { number: account, name: account_name },
  }
}

function bodyOf({ purposeId, dealershipId, account }: DefaultRow) {
  return { purpose_id: purposeId, dealership_id: dealershipId, account: account?.number ?? '' }
}

/** A default account as chosen so far. */
interface DefaultRow {
  readonly key: string
  readonly purposeId: number | null
  /** The id of the dealership; null for all dealerships. */
  readonly dealershipId: number | null
  readonly account: Pick<LedgerAccount, 'number' | 'name'> | null
}

interface DefaultChoices {
  readonly purposes: readonly Purpose[]
  /** The dealer group's dealerships. */
  readonly dealerships: readonly Dealership[]
}

interface DefaultFieldsProps {
  number: number
  row: DefaultRow
  groupId: number
  choices: DefaultChoices
  faultOf(field: 'purpose_id' | 'dealership_id' | 'account'): string | undefined
  onChange(row: DefaultRow): void
  onRemove(): void
}

const everywhere = { value: 0, label: 'All dealerships' }

/** The default account of a purpose. */
function DefaultFields({ number, row, groupId, choices, faultOf, onChange, onRemove }: DefaultFieldsProps) {
  return (
    <fieldset className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-3 gap-y-2 sm:grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)_minmax(0,1.4fr)_auto] max-sm:not-first:border-t max-sm:not-first:border-line max-sm:not-first:pt-4">
      <legend className="sr-only">Default {number}</legend>
      <Field label="Purpose" className="max-sm:col-span-2" error={faultOf('purpose_id')}>
        <Select<number>
          searchable
          options={choices.purposes.map(({ id, name }) => ({ value: id, label: markHidden(capitalized(name)) }))}
          value={row.purposeId}
          onChange={(purposeId) => onChange({ ...row, purposeId })}
        />
      </Field>
      <Field label="Dealership" className="max-sm:col-span-2" error={faultOf('dealership_id')}>
        <NativeSelect<number>
          options={[everywhere, ...placeOptions(choices.dealerships)]}
          value={row.dealershipId ?? everywhere.value}
          onChange={(id) => onChange({ ...row, dealershipId: id === everywhere.value ? null : id })}
        />
      </Field>
      <Field label="Account" error={faultOf('account')}>
        <AccountSelect groupId={groupId} value={row.account} onChange={(account) => onChange({ ...row, account })} />
      </Field>
      <div className="mt-6.5">
        <RowAction icon={Trash2} label={`Remove default ${number}`} onClick={onRemove} />
      </div>
    </fieldset>
  )
}
