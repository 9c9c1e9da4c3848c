import { lazy, Suspense } from 'react'
import { may } from '#access/sessions/permissions.ts'
import { usePerson } from '#access/sessions/session-provider.tsx'
import { GroupSettings } from '#settings/group-settings.tsx'
import { InstallationFacts } from '#settings/installation.tsx'
import { MailFacts } from '#settings/mail.tsx'
import { PageHeader } from '#ui/page-header.tsx'

const WaitingChanges = lazy(async () => ({
  default: (await import('#people/controls/waiting-changes.tsx')).WaitingChanges,
}))

const ProviderCard = lazy(async () => ({
  default: (await import('#access/identity-providers/provider-card.tsx')).ProviderCard,
}))

const ProgramCard = lazy(async () => ({ default: (await import('#access/tokens/token-card.tsx')).ProgramCard }))

const WebhookCard = lazy(async () => ({ default: (await import('#notices/webhooks/webhook-card.tsx')).WebhookCard }))

/** Settings of a dealer group and, for super admins, of the installation (E1). */
export function SettingsScreen() {
  const person = usePerson()
  const runsInstallation = may(person, 'installation.read')
  return (
    <>
      <PageHeader title="Settings" />
      <Suspense>{may(person, 'controls.read') && <WaitingChanges />}</Suspense>
      <GroupSettings />
      <Suspense>{may(person, 'identity-providers.write') && <ProviderCard />}</Suspense>
      <Suspense>{may(person, 'local-settings.write') && <ProgramCard />}</Suspense>
      <Suspense>{may(person, 'webhooks.write') && <WebhookCard />}</Suspense>
      {runsInstallation && <MailFacts />}
      {runsInstallation && <InstallationFacts />}
    </>
  )
}
