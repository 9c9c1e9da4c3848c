import { inboxEndpoints as endpoints } from '@check-requests/domain/notices/inbox/endpoints.ts'
import type { NoticeChoices as Choices } from '@check-requests/domain/notices/inbox/fields.ts'
import { zoneInWords } from '@check-requests/domain/values/time-zones.ts'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { OwnSecondFactor } from '#access/second-factor/own-second-factor.tsx'
import { usePerson } from '#access/sessions/session-provider.tsx'
import { Delegations } from '#approvals/delegations/delegations.tsx'
import { choicesKey, useNoticeChoices } from '#notices/inbox/api.ts'
import { useTheme } from '#platform/interface-settings.ts'
import { useLoadFailure } from '#platform/load-failures.ts'
import { useWriteWithNotices } from '#platform/use-write.ts'
import { Account, OwnSessions } from '#settings/account.tsx'
import { SettingSection, SettingsPage } from '#settings/settings-page.tsx'
import { Card } from '#ui/card.tsx'
import { ErrorState } from '#ui/feedback/list-states.tsx'
import { SkeletonRows } from '#ui/feedback/skeleton.tsx'
import { Checkbox } from '#ui/form/checkbox.tsx'
import { Field } from '#ui/form/field.tsx'
import type { Option } from '#ui/form/option.ts'
import { RadioGroup } from '#ui/form/radio.tsx'
import { Select } from '#ui/form/select.tsx'
import { shortcutsOn, switchShortcuts } from '#ui/use-shortcut.ts'

const OwnTokens = lazy(async () => ({ default: (await import('#access/tokens/token-card.tsx')).OwnTokens }))

/** The user's own settings (E1). */
export function MySettingsScreen() {
  const { role } = usePerson()
  return (
    <SettingsPage title="My Settings" screen="my-settings">
      <div className="grid max-w-3xl gap-5">
        <SettingSection of="account">
          <Account />
        </SettingSection>
        <SettingSection of="sign-in">
          <OwnSecondFactor />
        </SettingSection>
        <SettingSection of="appearance">
          <Appearance />
        </SettingSection>
        <SettingSection of="keyboard">
          <Shortcuts />
        </SettingSection>
        <SettingSection of="notices">
          <NoticeChoices />
        </SettingSection>
        {role === 'approver' && (
          <SettingSection of="delegations">
            <Delegations />
          </SettingSection>
        )}
        <SettingSection of="tokens">
          <Suspense>
            <OwnTokens />
          </Suspense>
        </SettingSection>
        <SettingSection of="sessions">
          <OwnSessions />
        </SettingSection>
      </div>
    </SettingsPage>
  )
}

const looks = [
  { value: 'system', label: 'Same as device' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const

/** The theme, stored in this browser (E2). */
export function Appearance() {
  const [theme, choose] = useTheme()
  return (
    <Card title="Appearance" description="Saved in this browser only.">
      <Field label="Theme" group>
        <RadioGroup options={looks} value={theme} onChange={choose} />
      </Field>
    </Card>
  )
}

/** A switch for single-key shortcuts. The setting is stored in this browser (WCAG 2.1.4, E2). */
export function Shortcuts() {
  const [on, setOn] = useState(shortcutsOn)
  function change(next: boolean) {
    switchShortcuts(next)
    setOn(next)
  }
  return (
    <Card title="Keyboard" description="Saved in this browser only. Press ? for the list of shortcuts.">
      <Checkbox label="Use keyboard shortcuts" checked={on} onChange={change} />
    </Card>
  )
}

type Choice = Choices['choices'][number]

const ways: readonly Option<Choice['delivery']>[] = [
  { value: 'at_once', label: 'Inbox and immediate email' },
  { value: 'digest', label: 'Inbox and daily summary' },
  { value: 'inbox', label: 'Inbox only' },
  { value: 'off', label: 'Off' },
]

function withMail(zone: string): string {
  const clocks = zoneInWords(zone, Date.now())
  return `Choose what your inbox shows and what is emailed to you. The daily summary is sent at 8 AM, ${clocks}. Items waiting for you are always in your inbox.`
}
const withoutMail = 'Choose what your inbox shows. Items waiting for you are always there.'

/** The user's notification settings by topic. Without email, every setting but “off” means inbox only. */
export function NoticeChoices() {
  const choices = useNoticeChoices()
  const { error, onRetry } = useLoadFailure(choices)
  const { data } = choices
  return (
    <Card title="Notices" description={data?.mail ? withMail(data.time_zone) : withoutMail}>
      {error && <ErrorState message={error} onRetry={onRetry} />}
      {choices.isPending && !error && <SkeletonRows count={8} />}
      <div className={data?.mail ? 'grid gap-4 sm:grid-cols-2' : 'grid gap-3'}>
        {data?.choices.map((choice) =>
          data.mail ? <Way key={choice.topic} choice={choice} /> : <OnOrOff key={choice.topic} choice={choice} />,
        )}
      </div>
    </Card>
  )
}

function Way({ choice }: { choice: Choice }) {
  const { delivery, choose } = useChoice(choice)
  return (
    <Field label={choice.label}>
      <Select
        options={choice.can_be_off ? ways : ways.filter(({ value }) => value !== 'off')}
        value={delivery}
        onChange={(chosen) => chosen && choose(chosen)}
      />
    </Field>
  )
}

function OnOrOff({ choice }: { choice: Choice }) {
  const { delivery, choose } = useChoice(choice)
  return (
    <Checkbox
      label={choice.label}
      checked={delivery !== 'off'}
      disabled={!choice.can_be_off}
      onChange={(on) => choose(on ? 'at_once' : 'off')}
    />
  )
}

/**
 * The current choice for a topic, and a function that changes it. A change shows immediately and is reverted if the
 * server refuses it.
 */
function useChoice({ topic, label, delivery }: Choice) {
  const queries = useQueryClient()
  const [chosen, setChosen] = useState<Choice['delivery']>()
  const save = useWriteWithNotices(
    endpoints.saveChoices,
    { done: 'Notices updated', failed: 'Couldn’t update the notices', detail: () => label, refreshes: ['inbox'] },
    { onSuccess: (choices) => queries.setQueryData(choicesKey, choices) },
  )
  function choose(next: Choice['delivery']) {
    if (next === (chosen ?? delivery)) return
    setChosen(next)
    save.mutate({ body: { [topic]: next } }, { onError: () => setChosen(undefined) })
  }
  // Cleared only when the saved setting has arrived. Otherwise, the previous setting would briefly reappear.
  if (chosen === delivery && !save.isPending) setChosen(undefined)
  return { delivery: chosen ?? delivery, choose }
}
