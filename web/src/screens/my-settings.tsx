import { lazy, Suspense } from 'react'
import { OwnSecondFactor } from '#access/second-factor/own-second-factor.tsx'
import { usePerson } from '#access/sessions/session-provider.tsx'
import { Delegations } from '#approvals/delegations/delegations.tsx'
import { Account, OwnSessions } from '#settings/account.tsx'
import { Appearance, Shortcuts } from '#settings/browser-settings.tsx'
import { NoticeChoices } from '#settings/notice-choices.tsx'
import { SettingSection, SettingsPage } from '#settings/settings-page.tsx'

const OwnTokens = lazy(async () => ({ default: (await import('#access/tokens/token-card.tsx')).OwnTokens }))

const OwnChat = lazy(async () => ({ default: (await import('#notices/webhooks/webhook-card.tsx')).OwnChat }))

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
        <SettingSection of="chat">
          <Suspense>
            <OwnChat />
          </Suspense>
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
