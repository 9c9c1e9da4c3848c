import { may } from '#sessions/may.ts'
import { usePerson } from '#sessions/session-provider.tsx'
import { GroupSettings } from '#settings/group-settings.tsx'
import { InstallationFacts } from '#settings/installation.tsx'
import { MailFacts } from '#settings/mail.tsx'
import { PageHeader } from '#ui/page-header.tsx'

/** What applies to a dealer group and, for super admins, to the installation (E1). */
export function SettingsScreen() {
  const runsInstallation = may(usePerson(), 'installation.read')
  return (
    <>
      <PageHeader title="Settings" />
      <GroupSettings />
      {runsInstallation && <MailFacts />}
      {runsInstallation && <InstallationFacts />}
    </>
  )
}
