import { MailChecks } from '#checks/mail-checks.tsx'
import { AddressLabels } from '#checks/ready-papers.tsx'
import { PageHeader } from '#ui/page-header.tsx'

export function MailChecksScreen() {
  return (
    <>
      <PageHeader
        title="Mail Checks"
        subtitle="Mail the envelopes. Then enter the mailed checks here, each with its tracking number."
        actions={<AddressLabels account={0} />}
      />
      <MailChecks />
    </>
  )
}
