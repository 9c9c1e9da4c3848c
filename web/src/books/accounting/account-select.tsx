import type { LedgerAccount } from '@check-requests/domain/books/accounting/chart-fields.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { useState } from 'react'
import { useAccounts } from '#books/accounting/api.ts'
import { Combobox } from '#ui/form/combobox.tsx'
import { useSettled } from '#ui/timers.ts'

const pause = 150
const mostLetters = 100
const mostOffered = 50

type Chosen = Pick<LedgerAccount, 'number' | 'name'>

interface AccountSelectProps {
  groupId: number
  /** The selected account, if any. The account's name is empty until it has loaded. */
  value: Chosen | null
  onChange(account: LedgerAccount | null): void
}

/** Selects an account by number or name from a chart that may be too long to load completely. */
export function AccountSelect({ groupId, value, onChange }: AccountSelectProps) {
  const [typed, setTyped] = useState('')
  const search = useSettled(typed.trim().slice(0, mostLetters), pause)
  const { data } = useAccounts(groupId, { search, in_use: 'true', limit: mostOffered })
  const accounts = data?.accounts ?? []
  const more = (data?.total ?? 0) - accounts.length
  return (
    <Combobox<string>
      options={[
        ...accounts.map(optionOf),
        ...(more > 0
          ? [{ value: '', label: `And ${more.toLocaleString('en-US')} more. Type to find them.`, disabled: true }]
          : []),
      ]}
      chosen={value && optionOf(value)}
      value={value?.number ?? null}
      onSearch={setTyped}
      onChange={(number) => onChange(accounts.find((one) => one.number === number) ?? null)}
    />
  )
}

function optionOf({ number, name }: Chosen) {
  return { value: number, label: markHidden(`${number} ${name}`.trim()) }
}
