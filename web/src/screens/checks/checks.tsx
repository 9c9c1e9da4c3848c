import { may } from '#access/sessions/permissions.ts'
import { usePerson } from '#access/sessions/session-provider.tsx'
import { EnterCheck, WaitingEntries } from '#checks/entering/entries.tsx'
import { Register } from '#checks/register/register.tsx'
import { paths } from '#paths.ts'
import { LinkButton } from '#ui/link-button.tsx'
import { PageHeader } from '#ui/page-header.tsx'

export function ChecksScreen() {
  const mails = may(usePerson(), 'checks.hand-over')
  return (
    <>
      <PageHeader
        title="Checks"
        subtitle="Every check number used on your bank accounts, newest first."
        actions={
          <>
            <EnterCheck />
            {mails && <LinkButton to={paths.mailChecks}>Mail and Hand Over</LinkButton>}
            <LinkButton to={paths.checkReports}>Reports</LinkButton>
          </>
        }
      />
      <WaitingEntries />
      <Register />
    </>
  )
}
