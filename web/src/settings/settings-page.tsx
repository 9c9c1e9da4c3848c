import {
  isFound,
  type SettingKey,
  type SettingRow,
  settingRows,
} from '@check-requests/domain/organization/setting-rows.ts'
import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useState } from 'react'
import { may } from '#access/sessions/permissions.ts'
import { usePerson } from '#access/sessions/session-provider.tsx'
import type { Person } from '#access/sessions/session-state.ts'
import { textValue, useUrlState } from '#platform/url-state.ts'
import { EmptyState } from '#ui/feedback/list-states.tsx'
import { SearchField } from '#ui/form/search-field.tsx'
import { PageHeader } from '#ui/page-header.tsx'

/** What a user looks for on a screen of settings. */
interface SoughtSetting {
  readonly typed: string
  readonly type: (words: string) => void
  /** The setting that the address names. */
  readonly named: string
  readonly forget: () => void
}

const nothing = () => {}
const Sought = createContext<SoughtSetting>({ typed: '', type: nothing, named: '', forget: nothing })

export function useSought(): SoughtSetting {
  return use(Sought)
}

/** The row of a setting. */
export function rowOf(key: SettingKey): SettingRow {
  const row = settingRows.find((one) => one.key === key)
  if (!row) throw new Error(`There is no setting ${key}`)
  return row
}

/** True if the setting's name, description, or other words contain what was typed. */
export function matches({ text, description = '', words }: SettingRow, typed: string): boolean {
  return isFound({ text: `${text} ${description}`, words }, typed.trim())
}

/** True if the user has this setting on its screen. */
export function hasSetting({ needs, role }: SettingRow, person: Pick<Person, 'role' | 'access_level' | 'audits'>) {
  return (needs === undefined || may(person, needs)) && (role === undefined || role === person.role)
}

const shape = { show: textValue() }

/** A screen of settings with a search. The address can name the setting that the user wants to see. */
export function SettingsPage({
  title,
  screen,
  children,
}: {
  title: string
  screen: SettingRow['screen']
  children: ReactNode
}) {
  const person = usePerson()
  const [typed, type] = useState('')
  const [{ show: named }, change] = useUrlState(shape)
  const forget = useCallback(() => change({ show: '' }, { replace: true }), [change])
  // Sections above it still load, so scrolling to the setting would lose it again.
  useEffect(() => {
    const row = settingRows.find(({ key }) => key === named)
    if (!row || 'ofGroup' in row) return
    type(row.text)
    forget()
  }, [named, forget])
  const sought = useMemo(() => ({ typed, type, named, forget }), [typed, named, forget])
  const rows: readonly SettingRow[] = settingRows
  const found = rows.some((row) => row.screen === screen && hasSetting(row, person) && matches(row, typed))
  return (
    <Sought value={sought}>
      <PageHeader
        title={title}
        actions={<SearchField label="Search Settings" value={typed} onChange={type} delay={0} />}
      />
      {!found && <EmptyState text="No setting matches your search." />}
      {children}
    </Sought>
  )
}

/** A section of the screen, which disappears while the user looks for something else. */
export function SettingSection({ of: key, children }: { of: SettingKey; children: ReactNode }) {
  const { typed } = useSought()
  return (
    <div hidden={!matches(rowOf(key), typed)} className="empty:hidden">
      {children}
    </div>
  )
}
