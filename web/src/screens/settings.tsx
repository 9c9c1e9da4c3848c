import type { SettingKey } from '@check-requests/domain/organization/setting-rows.ts'
import { lazy, type ReactNode, Suspense } from 'react'
import { usePerson } from '#access/sessions/session-provider.tsx'
import { GroupSettings } from '#settings/group-settings.tsx'
import { InstallationFacts } from '#settings/installation.tsx'
import { MailFacts } from '#settings/mail.tsx'
import { hasSetting, rowOf, SettingSection, SettingsPage } from '#settings/settings-page.tsx'

const WaitingChanges = lazy(async () => ({
  default: (await import('#people/controls/waiting-changes.tsx')).WaitingChanges,
}))

const ProviderCard = lazy(async () => ({
  default: (await import('#access/identity-providers/provider-card.tsx')).ProviderCard,
}))

const ProgramCard = lazy(async () => ({ default: (await import('#access/tokens/token-card.tsx')).ProgramCard }))

const WebhookCard = lazy(async () => ({ default: (await import('#notices/webhooks/webhook-card.tsx')).WebhookCard }))

const IncomingMailCard = lazy(async () => ({
  default: (await import('#documents/incoming-mail/incoming-mail-card.tsx')).IncomingMailCard,
}))

/** Settings of a dealer group and, for super admins, of the installation (E1). */
export function SettingsScreen() {
  return (
    <SettingsPage title="Settings" screen="settings">
      <Part of="loosened-controls">
        <WaitingChanges />
      </Part>
      <GroupSettings />
      <Part of="identity-providers">
        <ProviderCard />
      </Part>
      <Part of="programs">
        <ProgramCard />
      </Part>
      <Part of="webhooks">
        <WebhookCard />
      </Part>
      <Part of="incoming-mail">
        <IncomingMailCard />
      </Part>
      <Part of="mail">
        <MailFacts />
      </Part>
      <Part of="installation">
        <InstallationFacts />
      </Part>
    </SettingsPage>
  )
}

/** A section for users who have its setting. */
function Part({ of, children }: { of: SettingKey; children: ReactNode }) {
  const person = usePerson()
  if (!hasSetting(rowOf(of), person)) return null
  return (
    <SettingSection of={of}>
      <Suspense>{children}</Suspense>
    </SettingSection>
  )
}
